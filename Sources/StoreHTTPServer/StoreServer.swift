import AppStorePayloads
import AppStoreServerHTTP
import Foundation
package import HTTPService
package import Logging
import ServiceLifecycle
package import StoreAPI
package import StoreHTTP
package import Telemetry

/// A store over HTTP.
package struct StoreServer: Service {
  /// Receives the server's URL once, when the server listens.
  package typealias ListeningHandler = @Sendable (_ url: String) async -> Void

  private let settings: ServerSettings
  private let logger: Logger
  private let responder: StoreResponder
  private let readiness: ReadinessMonitor
  private let server: HTTPServer<ServedResponder>

  /// A server of `store`, whose operator's route demands `operatorKey` as bearer token.
  ///
  /// `/metrics` prints everything in `metrics`, to which the caller may add.
  package init(
    _ store: ServedStore, operatorKey: String, settings: ServerSettings = ServerSettings(),
    limits: RequestLimits = RequestLimits(), metrics: PrometheusMetrics = PrometheusMetrics(),
    logger: Logger, onListening: @escaping ListeningHandler = { _ in }
  ) {
    self.settings = settings
    self.logger = logger
    let metrics = StoreMetrics(metrics)
    let shutdown = ShutdownFlag()
    let hosts = HostPolicy(names: settings.allowedHosts + [settings.host])
    let proxies = TrustedProxies(settings.trustedProxies)
    readiness = ReadinessMonitor(store, every: limits.readinessInterval, logger)
    responder = StoreResponder(
      operations: Operations(
        store, operatorKey: operatorKey, limits, readiness, metrics, logger),
      metrics: metrics.server, logger: logger, hosts: hosts, proxies: proxies, shutdown: shutdown)
    let serverAPI = store.serverAPI.map {
      ServerAPIResponder(
        $0, limits: ServerAPILimits(ratePercent: limits.serverAPIRatePercent),
        metrics: metrics.server, logger: logger, hosts: hosts, proxies: proxies, shutdown: shutdown)
    }
    let receipts = store.receipts.map {
      VerifyReceiptResponder(
        $0, metrics: metrics.server, logger: logger, hosts: hosts, proxies: proxies,
        shutdown: shutdown)
    }
    server = HTTPServer(
      ServedResponder(store: responder, serverAPI: serverAPI, receipts: receipts),
      settings: settings, metrics: metrics.server, shutdown: shutdown,
      errorDocument: Self.malformed, logger: logger, onListening: onListening)
  }

  /// The served routes, in no order.
  package var routes: [Route] { responder.operations.routes }

  /// Logs an error of the service that sends the store's notifications.
  package func logNotificationError(_ error: StoreError) {
    logger.error(
      "a notification cannot be sent",
      metadata: ["error": "\(error.codeName)", "reason": "\(error.description)"])
  }

  /// Serves until the task is cancelled or graceful shutdown begins.
  ///
  /// - Throws: ``HTTPService/ServerError`` if it cannot begin.
  package func run() async throws {
    let checks = Task { await readiness.run() }
    defer { checks.cancel() }
    try await server.run()
  }

  /// Serves until TERM or the interrupt key ends the process.
  package func runUntilSignalled() async throws {
    try await runUntilSignalled(endingTime: settings.limits.endingTime, logger: logger)
  }

  /// The answer to bytes that are not a request.
  @Sendable private static func malformed(_ reason: String) -> Data {
    (try? PlainEncoder.encode(ErrorDocument(RequestError(.malformed, reason)))) ?? Data()
  }
}
