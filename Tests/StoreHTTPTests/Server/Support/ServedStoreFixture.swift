import Foundation
import HTTPService
import HTTPTypes
import Logging
import ServiceLifecycle
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreHTTPServer
import StoreOperatorAPI
import Synchronization
import Telemetry
import TestSupport

/// A real store with a real server on loopback.
struct ServedStoreFixture: Sendable {
  static let operatorKey = "the key of a test's operator"

  let store: StoreFixture
  let port: Int
  let metrics: PrometheusMetrics
  let log: LogLines
  /// Shuts the server down as SIGTERM does.
  let end: @Sendable () async -> Void

  var client: RawClient { RawClient(port: port) }

  var `operator`: any StoreOperator {
    get throws {
      try HTTPStore(StoreAddress("http://127.0.0.1:\(port)")).operator(key: Self.operatorKey)
    }
  }

  func register(_ name: String) async throws -> Registration {
    try await store.device(name).registration
  }

  /// Opens a stream of updates and receives until the server closes it or `isEnough`.
  func updates(
    _ device: Registration, after sequence: Int64 = 0, headers: [String] = [],
    and more: String = "",
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> RawClient.Response {
    try await client.send(
      RawClient.updates(device.token, after: sequence, headers: headers) + more, until: isEnough)
  }

  /// Serves a new store while `body` runs.
  ///
  /// `configure` changes the settings, and `change` can put doubles before the store.
  static func run(
    limits: ServedLimits = .init(), tls: TLSFiles? = nil,
    settings configure: (inout ServerSettings) -> Void = { _ in },
    changing change: (inout ServedStore) -> Void = { _ in },
    body: @Sendable @escaping (ServedStoreFixture) async throws -> Void
  ) async throws {
    let store = try await StoreFixture.make()
    let listening = AsyncStream<Int>.makeStream()
    let (metrics, log) = (PrometheusMetrics(), LogLines())
    var served = ServedStore(store.engine)
    change(&served)
    var settings = ServerSettings(tls: tls, limits: limits.server)
    configure(&settings)
    let server = StoreServer(
      served, operatorKey: operatorKey, settings: settings, limits: limits.store,
      metrics: metrics, logger: log.logger
    ) { url in
      listening.continuation.yield(URL(string: url)?.port ?? 0)
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [server], logger: Logger(label: "group") { _ in SwiftLogNoOpLogHandler() }))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { listening.continuation.finish() }
        try await group.run()
      }
      var ports = listening.stream.makeLimitedIterator()
      if let port = await ports.next() {
        try await body(
          ServedStoreFixture(
            store: store, port: port, metrics: metrics, log: log,
            end: { await group.triggerGracefulShutdown() }))
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }
}

extension ServedStore {
  init(_ engine: StoreEngine) {
    self.init(
      accounts: { engine.accounts(from: $0) }, operator: engine,
      time: { () throws(StoreError) in try await engine.time() },
      account: { token throws(StoreError) in try await engine.account(of: token) })
  }
}

/// Records what a server logs.
final class LogLines: Sendable {
  private struct Recorded {
    var text = ""
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let recorded = Mutex(Recorded())

  var text: String { recorded.withLock { $0.text } }

  /// Waits until the log contains this text.
  func wait(for expected: String) async throws {
    let (lines, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    recorded.withLock { $0.waiting.append(continuation) }
    defer { continuation.finish() }
    var iterator = lines.makeLimitedIterator()
    while !text.contains(expected) {
      guard await iterator.next() != nil else { throw CancellationError() }
    }
  }

  var logger: Logger {
    Logger(label: "server") { _ in
      JSONLines(level: .trace, now: { .fixture }) { line in
        self.add(String(decoding: line, as: UTF8.self))
      }
    }
  }

  private func add(_ line: String) {
    let waiting = recorded.withLock { recorded in
      recorded.text += line
      return recorded.waiting
    }
    for listener in waiting { listener.yield() }
  }
}
