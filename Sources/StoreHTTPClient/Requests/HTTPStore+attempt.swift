import AppStorePayloads
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import StoreAPI
import StoreHTTP
import Synchronization

/// The credential of a request.
enum Authorization {
  case anyone
  /// The token of a sign-in, or the operator key; at a sign-in also a device's token.
  case token(String)
  case device(token: String, instance: InstanceID)

  fileprivate var headers: HTTPHeaders {
    switch self {
    case .anyone: [:]
    case .token(let token): ["authorization": "Bearer \(token)"]
    case .device(let token, let instance):
      [
        "authorization": "Bearer \(token)",
        DeviceEndpoints.instanceHeader: instance.description,
      ]
    }
  }
}

/// A request that can be sent several times.
struct ClientRequest {
  /// The name of the operation, for messages.
  let operation: String
  /// The request without its body.
  var head: HTTPClientRequest
  /// Present if the request changes something.
  var body: ByteBuffer?
}

extension HTTPStore {
  /// The request that carries an endpoint's input.
  func request<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, as authorization: Authorization
  ) throws(StoreError) -> ClientRequest {
    let route = endpoint.route
    var head = HTTPClientRequest(url: "\(address)\(route.path)")
    head.method = HTTPMethod(rawValue: route.method.rawValue)
    head.headers = authorization.headers
    do {
      guard route.method == .get else {
        head.headers.add(name: "content-type", value: "application/json")
        let body = ByteBuffer(data: try PlainEncoder.encode(input))
        return ClientRequest(operation: route.operation, head: head, body: body)
      }
      let query = try PlainEncoder.query(input)
      if !query.isEmpty { head.url += "?\(query)" }
      return ClientRequest(operation: route.operation, head: head)
    } catch {
      throw .unavailable(reason: "\(address): the request cannot be encoded (\(error.sentence))")
    }
  }

  /// Sends the request once.
  func attempt<Output: SchemaCodable>(
    _ request: ClientRequest, as output: Output.Type, within timeout: Duration
  ) async -> ClientResponse.Outcome<Output> {
    await attempt(request) { head in
      try await response(to: head, within: timeout).outcome(as: output, of: request.operation)
    }
  }

  /// Sends the request once by `send`, and classifies an error of the connection.
  func attempt<Output>(
    _ request: ClientRequest,
    _ send: (HTTPClientRequest) async throws -> ClientResponse.Outcome<Output>
  ) async -> ClientResponse.Outcome<Output> {
    let body = request.body.map(RequestBody.init)
    var request = request.head
    request.body = body?.body
    do {
      return try await send(request)
    } catch {
      let failure = await explained(RequestFailure(error).corrected(wasSent: body?.wasSent))
      let reading = settings.monotonic()
      reachability.withLock { $0.failed(failure, at: reading, pause: settings.silencePause) }
      return .failed(failure)
    }
  }

  /// The same failure; if the store's certificate is not trusted, with the reason.
  func explained(_ failure: RequestFailure) async -> RequestFailure {
    guard failure.kind == .distrusted else { return failure }
    let certificates = await PresentedCertificates.shown(
      by: address, within: settings.connectTimeout)
    return RequestFailure(kind: .final, reason: certificates.untrustedReason(at: settings.now()))
  }

  /// The whole response.
  ///
  /// The request is cancelled at the first error, and not sent if no time is left for it.
  private func response(
    to request: HTTPClientRequest, within timeout: Duration
  ) async throws -> ClientResponse {
    guard timeout > .zero else { throw RequestFailure.timeIsOver }
    // Earlier attempts may have left little time, in which no store need answer.
    let isWhole = timeout * 2 >= settings.answerTimeout
    return try await withThrowingTaskGroup(of: ClientResponse.self) { group in
      group.addTask { [self] in
        let response = try await client.execute(request, deadline: .distantFuture)
        return try await collected(response)
      }
      group.addTask { [self] in
        try await wait(for: timeout)
        throw isWhole ? RequestFailure.silence : RequestFailure.timeIsOver
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }

  /// Waits until the time is up, and meanwhile reports that a request is waiting for the store.
  private func wait(for timeout: Duration) async throws {
    let quiet = min(settings.noticeDelay, timeout)
    try await Task.sleep(for: quiet)
    guard quiet < timeout else { return }
    beginNoticedWait()
    defer { endNoticedWait() }
    try await Task.sleep(for: timeout - quiet)
  }

  /// Requests can wait at the same time; the first and the last of them are reported.
  private func beginNoticedWait() {
    waiting.withLock { count in
      count += 1
      if count == 1 { settings.onWaiting(address) }
    }
  }

  private func endNoticedWait() {
    waiting.withLock { count in
      count -= 1
      if count == 0 { settings.onWaitEnded(address) }
    }
  }

  /// The response with its body, which shows that the store answers.
  ///
  /// A head alone does not: the body may never arrive.
  func collected(_ response: HTTPClientResponse) async throws -> ClientResponse {
    let body = try await response.body.collect(upTo: settings.answerLimit)
    reachability.withLock { $0.answered() }
    return ClientResponse(
      status: Int(response.status.code),
      retryAfter: response.headers.first(name: "retry-after").flatMap(Int.init),
      body: Data(buffer: body))
  }
}

extension HTTPClientResponse {
  /// Whether the body is a stream of server-sent events.
  var isEventStream: Bool {
    status == .ok
      && headers.first(name: "content-type")?.hasPrefix("text/event-stream") == true
  }
}
