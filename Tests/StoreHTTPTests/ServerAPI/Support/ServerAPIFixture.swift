import AppStoreServerHTTP
import Foundation
import HTTPService
import Logging
import ServiceLifecycle
import Synchronization
import Telemetry
import TestSupport

/// A server of Apple's API alone, on loopback, in front of a double of a store.
struct ServerAPIFixture: Sendable {
  let store: ServerAPIDouble
  let client: RawClient
  let log: LogLines
  let metrics: PrometheusMetrics

  /// Sends a request with the token that the store accepts.
  func request(
    _ method: String, _ path: String, body: String? = nil, headers: [String] = []
  ) async throws -> RawClient.Response {
    try await client.request(
      method, path, token: ServerAPIDouble.token, body: body, headers: headers)
  }

  /// Serves a new double while `body` runs.
  static func run(
    limits: ServerAPILimits = ServerAPILimits(), clock: SetClock = SetClock(),
    body: @Sendable @escaping (ServerAPIFixture) async throws -> Void
  ) async throws {
    let (store, log, metrics) = (ServerAPIDouble(), LogLines(), PrometheusMetrics())
    let listening = AsyncStream<Int>.makeStream()
    let server = Self.server(store, limits, clock, log, ServerMetrics(metrics, prefix: "skdemo")) {
      listening.continuation.yield(URL(string: $0)?.port ?? 0)
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
          ServerAPIFixture(
            store: store, client: RawClient(port: port), log: log, metrics: metrics))
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
  }

  private static func server(
    _ store: ServerAPIDouble, _ limits: ServerAPILimits, _ clock: SetClock, _ log: LogLines,
    _ metrics: ServerMetrics, onListening: @escaping @Sendable (String) -> Void
  ) -> HTTPServer<ServerAPIResponder> {
    let shutdown = ShutdownFlag()
    let responder = ServerAPIResponder(
      store, limits: limits, metrics: metrics, logger: log.logger, hosts: HostPolicy(names: []),
      proxies: TrustedProxies([]), shutdown: shutdown, now: { clock.now })
    return HTTPServer(
      responder, settings: ServerSettings(), metrics: metrics, shutdown: shutdown,
      errorDocument: { Data($0.utf8) }, logger: log.logger, onListening: { onListening($0) })
  }
}

/// A clock that moves only when a test sets it.
final class SetClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) {
    time.withLock { $0 += seconds }
  }
}
