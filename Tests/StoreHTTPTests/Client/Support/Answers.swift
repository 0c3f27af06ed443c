import Foundation
import HTTPTypes
import StoreAPI
import StoreHTTP
import Synchronization

/// Values as a store would answer them.
enum Answers {
  static let time = StoreTime(
    now: Date(millisecondsSince1970: 1_782_864_000_000), isFrozen: false, pace: .realTime, epoch: 1)
  static let storefront = Answer(
    StoreStorefront(id: "143441", countryCode: "USA", currency: "USD", locale: "en_US"), at: time)
  static let signIn = Answer(
    SignIn(account: StoreAccount(name: "ann"), token: "s", rootCertificate: Data([1])), at: time)
  static let device = StoreDevice(
    id: "alpha", registrationDate: time.now, verificationID: LowercaseUUID(UUID()))
  static let registration = Answer(
    Registration(
      device: device, token: "d", rootCertificate: Data([1]), sequence: 3, epoch: 1,
      bundleID: "com.example.shop"), at: time)

  static func update(_ sequence: Int64) -> Answer<StoreUpdate> {
    Answer(StoreUpdate(sequence: sequence, change: .finished(TransactionID(rawValue: 7))), at: time)
  }
}

extension ScriptedServer.Answer {
  static func json(_ value: some Encodable) -> Self { http(200, text(value)) }

  static func fault(_ fault: StoreFault, headers: [String] = []) -> Self {
    http(fault.httpStatus.code, text(ErrorDocument(fault)), headers: headers)
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
      .update, id: sequence, data: ScriptedServer.Answer.text(Answers.update(sequence)))
  }

  static func fault(_ fault: StoreFault) -> ServerSentEvent {
    ServerSentEvent(.fault, data: ScriptedServer.Answer.text(ErrorDocument(fault)))
  }
}

/// A client whose pauses take no time and are noted.
final class HastyClient: Sendable {
  private let noted = Mutex<[Duration]>([])
  private let address: StoreAddress

  init(_ address: StoreAddress) { self.address = address }

  var pauses: [Duration] { noted.withLock { $0 } }

  func store(_ change: (inout HTTPStore.Settings) -> Void = { _ in }) throws -> HTTPStore {
    var settings = HTTPStore.Settings()
    settings.backoff = Backoff(first: .milliseconds(100), tries: 4, patience: .seconds(60))
    settings.chance = { 1 }
    settings.monotonic = { .zero }
    // However busy the machine is.
    settings.connectTimeout = .seconds(600)
    settings.answerTimeout = .seconds(600)
    settings.signInTimeout = .seconds(600)
    settings.idleTimeout = .seconds(600)
    settings.pause = { [weak self] pause in self?.noted.withLock { $0.append(pause) } }
    change(&settings)
    return HTTPStore(address, settings)
  }

  /// The store as one device sees it.
  func backend(_ change: (inout HTTPStore.Settings) -> Void = { _ in }) throws -> HTTPBackend {
    try store(change).backend(token: "token", instance: InstanceID(UUID()))
  }
}
