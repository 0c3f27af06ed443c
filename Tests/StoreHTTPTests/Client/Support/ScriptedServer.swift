import Foundation
import HTTPService
import NIOCore
import NIOPosix
import StoreHTTP
import StoreHTTPClient
import Synchronization
import TestSupport

/// A server on loopback with scripted responses, which may be malformed.
final class ScriptedServer: Sendable {
  /// A request as it was received.
  struct Request: Sendable {
    /// Method and target, such as `GET /v1/clock`.
    var line: String
    /// By names in lower case.
    var headers: [String: String]
    var body: String
  }

  /// The bytes that the server sends for one request.
  struct Response: Sendable {
    var bytes: String
    /// Whether the connection is closed after the bytes.
    var closes = false
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
  }

  private let state = Mutex(State())
  private let arrivals = AsyncStream<Void>.makeStream()
  private let ends = AsyncStream<Void>.makeStream()
  private let respond: @Sendable (Request, _ number: Int) async throws -> Response

  private init(_ respond: @escaping @Sendable (Request, Int) async throws -> Response) {
    self.respond = respond
  }

  var requests: [Request] { state.withLock { $0.requests } }
  var connections: Int { state.withLock { $0.connections } }

  /// Serves while `body` runs, which gets a client of the server, and then closes all connections.
  ///
  /// Requests are numbered from 0.
  static func run(
    _ respond: @escaping @Sendable (Request, _ number: Int) async throws -> Response,
    body: @Sendable (ScriptedServer, PauseRecordingClient) async throws -> Void
  ) async throws {
    let server = ScriptedServer(respond)
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = try Connection(wrappingChannelSynchronously: channel)
          connection.keepUntilClosed()
          return connection
        }
      }
    let port = channel.channel.localAddress?.port ?? 0
    let address = try StoreAddress("http://127.0.0.1:\(port)")
    // Not a child task: a connection that no task has taken must not be dropped by cancellation.
    // The task ends with the channel, after it has taken the connections that wait.
    Task { await server.accept(channel) }
    defer { channel.channel.close(promise: nil) }
    try await body(server, PauseRecordingClient(address))
  }

  /// Serves these responses in order, and then the last one for every request.
  static func run(
    _ responses: [Response],
    body: @Sendable (ScriptedServer, PauseRecordingClient) async throws -> Void
  ) async throws {
    try await run({ _, number in responses[min(number, responses.count - 1)] }, body: body)
  }

  /// Waits until the server has received `count` requests.
  ///
  /// Only one task may wait.
  ///
  /// - Throws: `CancellationError` if the test is cancelled by its time limit.
  func waitForRequests(_ count: Int = 1) async throws {
    var arrivals = arrivals.stream.makeLimitedIterator()
    while requests.count < count {
      guard await arrivals.next() != nil else { throw CancellationError() }
    }
  }

  /// Waits until a client has closed a connection.
  ///
  /// - Throws: ``FixtureError`` if none does in time.
  func waitForConnectionEnd() async throws {
    try await limited("the end of a connection") { [ends] in
      for await _ in ends.stream { return }
    }
  }
}

extension ScriptedServer {
  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private func accept(_ channel: NIOAsyncChannel<Connection, Never>) async {
    try? await channel.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          self.state.withLock { $0.connections += 1 }
          group.addTask { await self.serve(connection) }
        }
        group.cancelAll()
      }
    }
  }

  private func serve(_ connection: Connection) async {
    try? await connection.executeThenClose { inbound, outbound in
      var text = ""
      for try await bytes in inbound {
        text += String(buffer: bytes)
        while let request = Request.next(in: &text) {
          let response = try await self.respond(request, self.record(request))
          if !response.bytes.isEmpty {
            try await outbound.write(ByteBuffer(string: response.bytes))
          }
          if response.closes { return }
        }
      }
    }
    ends.continuation.yield()
  }

  private func record(_ request: Request) -> Int {
    defer { arrivals.continuation.yield() }
    return state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
  }
}

extension ScriptedServer.Request {
  /// Removes the first complete request from the received text.
  static func next(in text: inout String) -> Self? {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let fields = lines.dropFirst().map { $0.split(separator: ":", maxSplits: 1) }
    let headers = Dictionary(
      fields.map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) }
    ) { $1 }
    let body = Data(text[end.upperBound...].utf8)
    let length = headers["content-length"].flatMap(Int.init) ?? 0
    guard body.count >= length else { return nil }
    text = String(decoding: body.dropFirst(length), as: UTF8.self)
    return Self(
      line: lines[0].replacing(" HTTP/1.1", with: ""), headers: headers,
      body: String(decoding: body.prefix(length), as: UTF8.self))
  }
}

extension ScriptedServer.Response {
  /// A complete response.
  static func http(
    _ status: Int, _ body: String, headers: [String] = []
  ) -> Self {
    let lines = ["HTTP/1.1 \(status) Status", "content-length: \(body.utf8.count)"] + headers
    return Self(bytes: (lines + ["", body]).joined(separator: "\r\n"))
  }

  /// The first part of a response; then the connection is closed.
  static func truncated(_ body: String) -> Self {
    let whole = http(200, body).bytes
    return Self(bytes: String(whole.dropLast(body.count / 2 + 1)), closes: true)
  }

  static let closes = Self(bytes: "", closes: true)
  static let silent = Self(bytes: "")
  static let notHTTP = Self(bytes: "\u{1}\u{2} no HTTP \r\n\r\n", closes: true)

  /// The beginning of a stream of events.
  static func events(_ events: ServerSentEvent..., closes: Bool = false) -> Self {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
    return Self(bytes: head + events.map(\.text).joined(), closes: closes)
  }
}
