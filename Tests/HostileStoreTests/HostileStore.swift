import Foundation
import HTTPService
import NIOCore
import NIOPosix
import StoreHTTP
import Synchronization
import TestSupport

/// A server on loopback that answers every route of a store with what no store would answer.
final class HostileStore: Sendable {
  /// A request as it was received.
  struct Request: Sendable {
    /// Such as `GET /v1/products`, without the query.
    var line: String
    var head: String
    var body: String
  }

  private struct State {
    /// The ports of the clients whose connections are open.
    var open: Set<Int> = []
    var answers = 0
    var questions = 0
    /// Everything that was received, to look for tokens in it.
    var heads: Set<String> = []
    var lines: Set<String> = []
    var answering: @Sendable (Request, Int) -> HostileResponse
  }

  let port: Int
  private let state: Mutex<State>
  private let channel: any Channel

  private init(_ state: consuming State, _ port: Int, _ channel: any Channel) {
    self.state = Mutex(state)
    self.port = port
    self.channel = channel
  }

  var url: String { "http://127.0.0.1:\(port)" }
  var answers: Int { state.withLock { $0.answers } }
  /// The number of requests, without the streams of updates.
  var questions: Int { state.withLock { $0.questions } }
  /// The heads of all requests.
  var heads: Set<String> { state.withLock { $0.heads } }
  /// The routes that were asked.
  var lines: Set<String> { state.withLock { $0.lines } }

  /// Answers by `answering` from now on, whose requests are numbered from 0 again.
  func answer(_ answering: @escaping @Sendable (Request, _ number: Int) -> HostileResponse) {
    let number = Atomic(0)
    state.withLock { state in
      state.answering = { request, _ in
        answering(request, number.wrappingAdd(1, ordering: .relaxed).oldValue)
      }
    }
  }

  /// Waits until every request of the clients that have ended is counted.
  ///
  /// The store accepts connections in their order. When it has accepted one that this method opens,
  /// it knows all earlier ones, and it reads each to its end.
  func waitForClosedConnections() async throws {
    let last = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port).get()
    defer { last.close(promise: nil) }
    let own = last.localAddress?.port ?? 0
    try await wait(for: "the end of all connections") {
      state.withLock { $0.open == [own] }
    }
  }

  /// Serves while `body` runs, and then closes all connections.
  static func run<Value: Sendable>(
    _ body: @Sendable (HostileStore) async throws -> Value
  ) async throws -> Value {
    // On one loop connections are accepted in their order.
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let channel = try await ServerBootstrap(group: loop)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = try Connection(wrappingChannelSynchronously: channel)
          connection.keepUntilClosed()
          return connection
        }
      }
    let store = HostileStore(
      State { _, _ in HostileResponse(end: .closes) }, channel.channel.localAddress?.port ?? 0,
      channel.channel)
    Task { await store.accept(channel) }
    defer { channel.channel.close(promise: nil) }
    return try await body(store)
  }
}

/// The bytes that are sent for one request.
struct HostileResponse: Sendable {
  enum End: Sendable {
    case keepsOpen, closes
  }

  var bytes = ""
  /// How often a mebibyte of spaces follows.
  var mebibytes = 0
  var end = End.keepsOpen

  /// A complete response.
  init(status: Int, _ body: String, headers: [String] = []) {
    let lines = ["HTTP/1.1 \(status) Status", "content-length: \(body.utf8.count)"] + headers
    bytes = (lines + ["", body]).joined(separator: "\r\n")
  }

  init(bytes: String = "", mebibytes: Int = 0, end: End) {
    (self.bytes, self.mebibytes, self.end) = (bytes, mebibytes, end)
  }
}

extension HostileStore {
  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private func accept(_ channel: NIOAsyncChannel<Connection, Never>) async {
    try? await channel.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          let port = connection.channel.remoteAddress?.port ?? 0
          state.withLock { _ = $0.open.insert(port) }
          group.addTask {
            await self.serve(connection)
            self.state.withLock { _ = $0.open.remove(port) }
          }
        }
        group.cancelAll()
      }
    }
  }

  private func serve(_ connection: Connection) async {
    try? await connection.executeThenClose { inbound, outbound in
      var received = ByteBuffer()
      for try await bytes in inbound {
        received.writeImmutableBuffer(bytes)
        while let request = Request.next(in: &received) {
          let response = self.response(to: request)
          try await outbound.write(ByteBuffer(string: response.bytes))
          for _ in 0..<response.mebibytes { try await outbound.write(Self.mebibyte) }
          if response.end == .closes { return }
        }
      }
    }
  }

  private static let mebibyte = ByteBuffer(repeating: UInt8(ascii: " "), count: 1 << 20)

  private func response(to request: Request) -> HostileResponse {
    let (answering, number) = state.withLock { state in
      state.answers += 1
      if request.line != "GET /v1/updates" { state.questions += 1 }
      state.heads.insert(request.head)
      state.lines.insert(request.line)
      return (state.answering, state.answers)
    }
    return answering(request, number)
  }
}

extension HostileStore.Request {
  /// Removes the first complete request from the received bytes.
  static func next(in received: inout ByteBuffer) -> Self? {
    let view = received.readableBytesView
    guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: view[..<end.lowerBound], as: UTF8.self)
    let length = head.lowercased().firstMatch(of: /content-length: *([0-9]+)/).flatMap {
      Int($0.output.1)
    }
    let body = view[end.upperBound...]
    guard body.count >= length ?? 0 else { return nil }
    let line = head.prefix { !"?\r".contains($0) }.split(separator: " ").prefix(2)
    let request = Self(
      line: line.joined(separator: " "), head: head,
      body: String(decoding: body.prefix(length ?? 0), as: UTF8.self))
    received.moveReaderIndex(
      forwardBy: view.distance(from: view.startIndex, to: end.upperBound) + (length ?? 0))
    return request
  }
}
