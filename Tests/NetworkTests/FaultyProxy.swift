import AsyncHTTPClient
import Foundation
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// An HTTP proxy on loopback that loses, truncates, duplicates, delays and replaces messages.
///
/// A seed and the device's token decide what it does to a device's requests.
final class FaultyProxy: Sendable {
  private struct State {
    var target: String
    var schedules: [String: FaultSchedule] = [:]
    var isTransparent = false
    var faultCounts: [NetworkFailure: Int] = [:]
    var heldResponses: [CheckedContinuation<Void, Never>] = []
  }

  private let seed: UInt64
  private let client: HTTPClient
  private let state: Mutex<State>

  init(seed: UInt64, target: String, client: HTTPClient) {
    self.seed = seed
    self.client = client
    state = Mutex(State(target: target))
  }

  /// Sets the server's URL, which changes when the server restarts.
  func setTarget(_ url: String) { state.withLock { $0.target = url } }

  /// Forwards everything unchanged from now on.
  func stopFaults() {
    state.withLock { $0.isTransparent = true }
    releaseHeldResponses()
  }

  /// How many requests met each fault.
  var faultCounts: [NetworkFailure: Int] { state.withLock { $0.faultCounts } }

  /// Serves until the task is cancelled, and passes its port to `onPort`.
  func run(onPort: @escaping @Sendable (Int) -> Void) async throws {
    let application = Application(
      responder: CallbackResponder<ProxyRoute> { [self] request, route in
        try await respond(to: request, on: route)
      }, server: .http1KeepingConnections(),
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { onPort($0.localAddress?.port ?? 0) },
      logger: Logger(label: "proxy") { _ in SwiftLogNoOpLogHandler() })
    try await application.run()
  }
}

extension FaultyProxy {
  private func respond(to request: Request, on route: ProxyRoute) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    let sender = request.headers[.authorization] ?? ""
    if request.uri.path.hasSuffix("/updates") {
      return try await stream(request, body, sender, route)
    }
    let fault = draw(for: sender) { $0.next() } ?? .noError
    state.withLock { $0.faultCounts[fault, default: 0] += 1 }
    defer { releaseHeldResponses() }
    switch fault {
    case .noError: return try await forward(request, body)
    case .delayed:
      try await Task.sleep(for: .milliseconds(draw(for: sender) { $0.delay() } ?? 0))
      return try await forward(request, body)
    case .lostRequest: return Response(status: .ok, body: truncatedBody(ByteBuffer(), route))
    case .truncatedResponse: return try await forwardTruncated(request, body, sender, route)
    case .duplicated:
      _ = try await forward(request, body)
      return try await forward(request, body)
    case .lateCopy:
      let response = try await forward(request, body)
      Task {
        try await Task.sleep(for: .milliseconds(200))
        _ = try await forward(request, body)
      }
      return response
    case .reorderedResponse:
      let response = try await forward(request, body)
      await holdResponse()
      return response
    case .badGateway: return Self.html(.badGateway)
    case .replacedByUnavailable, .replacedByHTML:
      _ = try await forward(request, body)
      return Self.html(fault == .replacedByHTML ? .ok : .serviceUnavailable)
    }
  }

  /// Reads the sender's schedule; returns `nil` after ``stopFaults()``.
  private func draw<Value>(
    for sender: String, _ read: (inout FaultSchedule) -> Value
  ) -> Value? {
    state.withLock { state in
      guard !state.isTransparent else { return nil }
      return read(
        &state.schedules[sender, default: FaultSchedule(seed: seed, sender: sender)])
    }
  }

  private func forwardTruncated(
    _ request: Request, _ body: ByteBuffer, _ sender: String, _ route: ProxyRoute
  ) async throws -> Response {
    let response = try await send(request, body)
    let whole = try await response.body.collect(upTo: 1 << 24)
    let length = draw(for: sender) { $0.truncatedLength(of: whole.readableBytes) } ?? 0
    let half = whole.getSlice(at: whole.readerIndex, length: length) ?? ByteBuffer()
    return Self.copy(of: response, with: truncatedBody(half, route))
  }

  /// A body whose connection is closed before the announced length was sent.
  private func truncatedBody(_ part: ByteBuffer, _ route: ProxyRoute) -> ResponseBody {
    ResponseBody(contentLength: part.readableBytes + 100) { writer in
      try await writer.write(part)
      try route.close()
    }
  }

  private func stream(
    _ request: Request, _ body: ByteBuffer, _ sender: String, _ route: ProxyRoute
  ) async throws -> Response {
    let response = try await send(request, body)
    let limit = draw(for: sender) { $0.chunksOfStream() } ?? Int.max
    let stream = ResponseBody { writer in
      var count = 0
      for try await chunk in response.body {
        count += 1
        if count > limit { try route.close() }
        try await writer.write(chunk)
      }
      try await writer.finish(nil)
    }
    return Self.copy(of: response, with: stream)
  }

  private func forward(_ request: Request, _ body: ByteBuffer) async throws -> Response {
    let response = try await send(request, body)
    let whole = try await response.body.collect(upTo: 1 << 24)
    return Self.copy(of: response, with: ResponseBody(byteBuffer: whole))
  }

  /// The server's response with this body.
  private static func copy(of response: HTTPClientResponse, with body: ResponseBody) -> Response {
    Response(
      status: .init(code: Int(response.status.code)), headers: headers(response), body: body)
  }

  /// If the server is down, this throws and the client's connection is closed.
  private func send(_ request: Request, _ body: ByteBuffer) async throws -> HTTPClientResponse {
    let target = state.withLock { $0.target }
    var forwarded = HTTPClientRequest(url: "\(target)\(request.uri)")
    forwarded.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers where field.name != .connection {
      forwarded.headers.add(name: field.name.rawName, value: field.value)
    }
    forwarded.headers.remove(name: "content-length")
    forwarded.headers.remove(name: "transfer-encoding")
    if body.readableBytes > 0 { forwarded.body = .bytes(body) }
    return try await client.execute(forwarded, timeout: .seconds(30))
  }

  private static func headers(_ response: HTTPClientResponse) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in response.headers {
      guard !["content-length", "transfer-encoding", "connection"].contains(name.lowercased()),
        let name = HTTPField.Name(name)
      else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }

  private func holdResponse() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.heldResponses.append(continuation) }
      // Started after the append: otherwise it could run first, and nothing would release the last
      // response.
      Task {
        try await Task.sleep(for: .milliseconds(100))
        releaseHeldResponses()
      }
    }
  }

  private func releaseHeldResponses() {
    let held = state.withLock { state in
      defer { state.heldResponses = [] }
      return state.heldResponses
    }
    for continuation in held { continuation.resume() }
  }

  private static func html(_ status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "<html>\u{1F32A} {\"value\": 1</html>")))
  }
}

/// The connection of a request.
private struct ProxyRoute: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }

  func close() throws -> Never {
    channel.close(promise: nil)
    throw ChannelError.alreadyClosed
  }
}
