import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import StoreAPI
import StoreEngine
import StoreHTTP
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

  var address: StoreAddress {
    get throws { try StoreAddress("http://127.0.0.1:\(port)") }
  }

  var `operator`: any StoreOperator {
    get throws { try HTTPStore(address).operator(key: Self.operatorKey) }
  }

  /// Serves a new store while `body` runs.
  static func run(
    limits: ServerSettings.Limits = .init(), tls: TLSFiles? = nil,
    body: @Sendable @escaping (ServedStoreFixture) async throws -> Void
  ) async throws {
    let store = try await StoreFixture.make()
    let listening = AsyncStream<Int>.makeStream()
    let (metrics, log) = (PrometheusMetrics(), LogLines())
    let server = StoreServer(
      ServedStore(store.engine), operatorKey: operatorKey,
      settings: ServerSettings(tls: tls, limits: limits), metrics: metrics, logger: log.logger
    ) { url in
      listening.continuation.yield(URL(string: url)?.port ?? 0)
    }
    let group = ServiceGroup(
      configuration: .init(
        services: [server], logger: Logger(label: "group") { _ in NoOpLogHandler() }))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        defer { listening.continuation.finish() }
        try await group.run()
      }
      for await port in listening.stream.prefix(1) {
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
      check: { () async throws(StoreFault) in _ = try await engine.clock() })
  }
}

/// Records what a server logs.
final class LogLines: Sendable {
  private let recorded = Mutex("")

  var text: String { recorded.withLock { $0 } }

  var logger: Logger {
    Logger(label: "server") { _ in
      JSONLines(level: .trace, now: { .fixture }) { line in
        self.recorded.withLock { $0 += String(decoding: line, as: UTF8.self) }
      }
    }
  }
}

/// A log handler that discards everything.
struct NoOpLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.critical

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {}
}
