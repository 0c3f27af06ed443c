import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// A network that loses, cuts, doubles, delays and forges what passes: an HTTP proxy on loopback.
///
/// What it does to a device's requests is decided by a seed and the device's token.
final class FaultyProxy: Sendable {
  private struct State {
    var target: String
    var forecasts: [String: FaultSchedule] = [:]
    var isCalm = false
    var counts: [NetworkFault: Int] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let seed: UInt64
  private let client: HTTPClient
  private let state: Mutex<State>

  init(seed: UInt64, target: String, client: HTTPClient) {
    self.seed = seed
    self.client = client
    state = Mutex(State(target: target))
  }

  /// The URL of the server that is behind; a restarted one has another.
  func setTarget(_ url: String) { state.withLock { $0.target = url } }

  /// From now on everything passes.
  func calm() {
    state.withLock { $0.isCalm = true }
    letOthersPass()
  }

  /// How often which weather was met.
  var counts: [NetworkFault: Int] { state.withLock { $0.counts } }

  /// Serves until the task is cancelled; `onPort` hears where.
  func run(onPort: @escaping @Sendable (Int) -> Void) async throws {
    var logger = Logger(label: "proxy")
    logger.logLevel = .critical
    let application = Application(
      responder: CallbackResponder<ProxyRoute> { [self] request, road in
        try await respond(to: request, on: road)
      },
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { onPort($0.localAddress?.port ?? 0) }, logger: logger)
    try await application.run()
  }
}

extension FaultyProxy {
  private func respond(to request: Request, on road: ProxyRoute) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 20)
    let traveller = request.headers[.authorization] ?? "nobody"
    if request.uri.path.hasSuffix("/updates") {
      return try await stream(request, body, traveller, road)
    }
    let weather = forecast(traveller) { $0.next() } ?? .fair
    state.withLock { $0.counts[weather, default: 0] += 1 }
    defer { letOthersPass() }
    switch weather {
    case .fair: return try await forward(request, body)
    case .delayed:
      try await Task.sleep(for: .milliseconds(forecast(traveller) { $0.delay() } ?? 0))
      return try await forward(request, body)
    case .lostRequest: return cutAnswer(Response(status: .ok), ByteBuffer(), road)
    case .cutAnswer: return try await forwardHalf(request, body, traveller, road)
    case .duplicated:
      _ = try await forward(request, body)
      return try await forward(request, body)
    case .lateCopy:
      let answer = try await forward(request, body)
      Task {
        try await Task.sleep(for: .milliseconds(200))
        _ = try await forward(request, body)
      }
      return answer
    case .reordered:
      let answer = try await forward(request, body)
      await waitForAnother()
      return answer
    case .refused: return Self.html(.badGateway)
    case .refusedAfterwards:
      _ = try await forward(request, body)
      return Self.html(.serviceUnavailable)
    case .garbage:
      _ = try await forward(request, body)
      return Self.html(.ok)
    }
  }

  /// `nil` once it is calm.
  private func forecast<Value>(
    _ traveller: String, _ read: (inout FaultSchedule) -> Value
  ) -> Value? {
    state.withLock { state in
      guard !state.isCalm else { return nil }
      return read(
        &state.forecasts[traveller, default: FaultSchedule(seed: seed, traveller: traveller)])
    }
  }

  private func forwardHalf(
    _ request: Request, _ body: ByteBuffer, _ traveller: String, _ road: ProxyRoute
  ) async throws -> Response {
    let answer = try await send(request, body)
    let whole = try await answer.body.collect(upTo: 1 << 24)
    let length = forecast(traveller) { $0.cut(of: whole.readableBytes) } ?? 0
    let half = whole.getSlice(at: whole.readerIndex, length: length) ?? ByteBuffer()
    let head = Response(
      status: .init(code: Int(answer.status.code)), headers: Self.headers(answer))
    return cutAnswer(head, half, road)
  }

  /// An answer that promises more than it brings before its connection is cut.
  private func cutAnswer(_ head: Response, _ part: ByteBuffer, _ road: ProxyRoute) -> Response {
    Response(
      status: head.status, headers: head.headers,
      body: ResponseBody(contentLength: part.readableBytes + 100) { writer in
        try await writer.write(part)
        try road.cut()
      })
  }

  private func stream(
    _ request: Request, _ body: ByteBuffer, _ traveller: String, _ road: ProxyRoute
  ) async throws -> Response {
    let answer = try await send(request, body)
    let pieces = forecast(traveller) { $0.piecesOfStream() } ?? Int.max
    return Response(
      status: .init(code: Int(answer.status.code)), headers: Self.headers(answer),
      body: ResponseBody { writer in
        var count = 0
        for try await piece in answer.body {
          count += 1
          if count > pieces { try road.cut() }
          try await writer.write(piece)
        }
        try await writer.finish(nil)
      })
  }

  private func forward(_ request: Request, _ body: ByteBuffer) async throws -> Response {
    let answer = try await send(request, body)
    return Response(
      status: .init(code: Int(answer.status.code)), headers: Self.headers(answer),
      body: ResponseBody(byteBuffer: try await answer.body.collect(upTo: 1 << 24)))
  }

  /// A server that is down is a cut connection to whoever asks.
  private func send(_ request: Request, _ body: ByteBuffer) async throws -> HTTPClientResponse {
    let target = state.withLock { $0.target }
    var onward = HTTPClientRequest(url: "\(target)\(request.uri)")
    onward.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers where field.name != .connection {
      onward.headers.add(name: field.name.rawName, value: field.value)
    }
    onward.headers.remove(name: "content-length")
    onward.headers.remove(name: "transfer-encoding")
    if body.readableBytes > 0 { onward.body = .bytes(body) }
    return try await client.execute(onward, timeout: .seconds(30))
  }

  private static func headers(_ answer: HTTPClientResponse) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      guard !["content-length", "transfer-encoding", "connection"].contains(name.lowercased()),
        let name = HTTPField.Name(name)
      else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }

  private func waitForAnother() async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiting.append(continuation) }
      // Only now: a turn that came before would leave the last one waiting for ever.
      Task {
        try await Task.sleep(for: .milliseconds(100))
        letOthersPass()
      }
    }
  }

  private func letOthersPass() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private static func html(_ status: HTTPResponse.Status) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "<html>\u{1F32A} {\"value\": 1</html>")))
  }
}

/// The connection on which a request came.
private struct ProxyRoute: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }

  func cut() throws -> Never {
    channel.close(promise: nil)
    throw ConnectionCut()
  }
}

private struct ConnectionCut: Error {}
