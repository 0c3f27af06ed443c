import Foundation
import NIOCore
import NIOPosix
import StoreHTTP
import Synchronization

/// A server on loopback that answers as it is told, also with what no good server would say.
final class ScriptedServer: Sendable {
  /// A request as it stood on the wire.
  struct Request: Sendable {
    /// `GET /v1/clock`.
    var line: String
    /// Names in lower case.
    var headers: [String: String]
    var body: String
  }

  /// What is done about one request.
  struct Answer: Sendable {
    var bytes: String
    /// Whether the connection is closed after them.
    var closes = false
    /// What is waited for before that.
    var lingers: @Sendable () async -> Void = {}
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
    var ended = 0
  }

  private let state = Mutex(State())
  private let arrivals = AsyncStream<Void>.makeStream()
  private let ends = AsyncStream<Void>.makeStream()
  private let answer: @Sendable (Request, _ number: Int) async -> Answer

  private init(_ answer: @escaping @Sendable (Request, Int) async -> Answer) {
    self.answer = answer
  }

  var requests: [Request] { state.withLock { $0.requests } }
  var connections: Int { state.withLock { $0.connections } }

  /// Serves while `body` runs; requests are counted from 0.
  static func run<Result: Sendable>(
    _ answer: @escaping @Sendable (Request, _ number: Int) async -> Answer,
    body: @Sendable (ScriptedServer, StoreAddress) async throws -> Result
  ) async throws -> Result {
    let server = ScriptedServer(answer)
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let port = channel.channel.localAddress?.port ?? 0
    let address = try StoreAddress("http://127.0.0.1:\(port)")
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await server.accept(channel) }
      defer { group.cancelAll() }
      return try await body(server, address)
    }
  }

  /// Serves these answers in their order, and the last for ever.
  static func run<Result: Sendable>(
    _ answers: Answer..., body: @Sendable (ScriptedServer, StoreAddress) async throws -> Result
  ) async throws -> Result {
    try await run({ _, number in answers[min(number, answers.count - 1)] }, body: body)
  }

  /// Waits until it has got so many requests; for one at a time.
  ///
  /// - Throws: `CancellationError` where the test's time is over.
  func wasAsked(_ count: Int = 1) async throws {
    var arrivals = arrivals.stream.makeAsyncIterator()
    while requests.count < count {
      guard await arrivals.next() != nil else { throw CancellationError() }
    }
  }

  /// Waits until a client has closed a connection.
  func connectionEnded() async {
    for await _ in ends.stream { return }
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
      }
    }
  }

  private func serve(_ connection: Connection) async {
    try? await connection.executeThenClose { inbound, outbound in
      var text = ""
      for try await bytes in inbound {
        text += String(buffer: bytes)
        while let request = Request.next(in: &text) {
          let answer = await self.answer(request, self.note(request))
          if !answer.bytes.isEmpty {
            try await outbound.write(ByteBuffer(string: answer.bytes))
          }
          if answer.closes { return await answer.lingers() }
        }
      }
    }
    ends.continuation.yield()
  }

  private func note(_ request: Request) -> Int {
    defer { arrivals.continuation.yield() }
    return state.withLock { state in
      state.requests.append(request)
      return state.requests.count - 1
    }
  }
}

extension ScriptedServer.Request {
  /// Takes the first whole request out of what has come.
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

extension ScriptedServer.Answer {
  /// A whole answer.
  static func http(
    _ status: Int, _ body: String, headers: [String] = []
  ) -> Self {
    let lines = ["HTTP/1.1 \(status) Whatever", "content-length: \(body.utf8.count)"] + headers
    return Self(bytes: (lines + ["", body]).joined(separator: "\r\n"))
  }

  /// The first part of a whole answer, and then nothing.
  static func cut(_ body: String) -> Self {
    let whole = http(200, body).bytes
    return Self(bytes: String(whole.dropLast(body.count / 2 + 1)), closes: true)
  }

  static let closes = Self(bytes: "", closes: true)
  static let silent = Self(bytes: "")
  static let garbage = Self(bytes: "\u{1}\u{2} no HTTP \r\n\r\n", closes: true)

  /// The beginning of a stream of events.
  static func events(_ events: ServerSentEvent..., closes: Bool = false) -> Self {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"
    return Self(bytes: head + events.map(\.text).joined(), closes: closes)
  }
}
