import AppStorePayloads
import Foundation
import HTTPTypes
import RetryPolicy
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import Synchronization
import TestSupport

/// Answers of a store, as StoreAPI's values.
enum SampleAnswers {
  static let time = StoreTime(
    now: Date(millisecondsSince1970: 1_782_864_000_000), isFrozen: false, timeRate: .realTime,
    epoch: 1)
  static let storefront = Answer(
    StoreStorefront(id: "143441", countryCode: "USA", currency: "USD", locale: "en_US"), at: time)
  static let signIn = Answer(
    SignIn(account: StoreAccount(name: "ann"), token: "s", rootCertificate: Data([1])), at: time)
  static let device = StoreDevice(
    id: "alpha", registrationDate: time.now, verificationID: LowercaseUUID(UUID()))
  static let oneDevice = Answer([device], at: time)
  static let noDevice = Answer([StoreDevice](), at: time)

  /// The answer to a request that registers the device ``device``.
  static func registration(
    for request: ScriptedServer.Request
  ) throws -> Answer<Registration> {
    let sent = try JSONDecoder.payload.decode(NewDevice.self, from: Data(request.body.utf8))
    return Answer(
      Registration(
        device: device, token: sent.token.string, rootCertificate: Data([1]), sequence: 3, epoch: 1,
        bundleID: "com.example.shop"), at: time)
  }

  static func update(_ sequence: Int64) -> Answer<StoreUpdate> {
    Answer(StoreUpdate(sequence: sequence, change: .finished(TransactionID(rawValue: 7))), at: time)
  }
}

extension ScriptedServer.Response {
  static func json(_ value: some Encodable) -> Self { http(200, text(value)) }

  static func error(_ error: StoreError, headers: [String] = []) -> Self {
    http(error.httpStatus.code, text(ErrorDocument(error)), headers: headers)
  }

  static func refusal(_ refusal: RequestError, headers: [String] = []) -> Self {
    http(refusal.status.code, text(ErrorDocument(refusal)), headers: headers)
  }

  static func text(_ value: some Encodable) -> String {
    let data = (try? JSONEncoder.payload.encode(value)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

extension ServerSentEvent {
  static func update(_ sequence: Int64) -> ServerSentEvent {
    ServerSentEvent(
      .update, id: sequence, data: ScriptedServer.Response.text(SampleAnswers.update(sequence)))
  }

  static func error(_ error: StoreError) -> ServerSentEvent {
    ServerSentEvent(.error, data: ScriptedServer.Response.text(ErrorDocument(error)))
  }
}

/// A client that records its pauses between retries and does not wait for them.
final class PauseRecordingClient: Sendable {
  private let recordedPauses = Mutex<[Duration]>([])
  let address: StoreAddress

  init(_ address: StoreAddress) { self.address = address }

  /// A client of the first port, which no process listens at.
  static func atClosedPort() throws -> PauseRecordingClient {
    PauseRecordingClient(try StoreAddress("http://127.0.0.1:1"))
  }

  var pauses: [Duration] { recordedPauses.withLock { $0 } }

  func store(_ change: (inout HTTPStore.Settings) -> Void = { _ in }) -> HTTPStore {
    var settings = HTTPStore.Settings()
    settings.backoff = Backoff(firstDelay: .milliseconds(100), attempts: 4, timeLimit: .seconds(60))
    settings.chance = { 1 }
    settings.monotonic = { .zero }
    // Long enough for a busy machine.
    settings.connectTimeout = .seconds(600)
    settings.answerTimeout = .seconds(600)
    settings.signInTimeout = .seconds(600)
    settings.idleTimeout = .seconds(600)
    settings.pause = { [weak self] pause in self?.recordedPauses.withLock { $0.append(pause) } }
    change(&settings)
    return HTTPStore(address, settings)
  }

  /// The back end of one device.
  func backend(_ change: (inout HTTPStore.Settings) -> Void = { _ in }) -> HTTPBackend {
    store(change).backend(token: "token", instance: InstanceID(UUID()))
  }

  /// The error of an attempt that got no answer of the store, for this reason.
  func unavailable(_ reason: String) -> StoreError { .unavailable(reason: "\(address): \(reason)") }

  /// The updates of one device after the event 3.
  func updates(
    _ change: (inout HTTPStore.Settings) -> Void = { _ in }
  ) -> LimitedIterator<AsyncThrowingStream<Answer<StoreUpdate>, any Error>> {
    backend(change).updates(after: 3).makeLimitedIterator()
  }

  var accounts: HTTPAccounts { store().accounts }
  var `operator`: HTTPOperator { store().operator(key: "key") }
}
