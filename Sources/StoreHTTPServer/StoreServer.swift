import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NetworkAddresses
import ServiceLifecycle
package import StoreHTTP
import Synchronization
package import Telemetry
import UnixSignals

/// A store over HTTP.
///
/// It ends gracefully: streams end, responses that have begun get time to reach their
/// clients, and nothing new begins.
package struct StoreServer: Service {
  /// Receives the server's URL once, when the server listens.
  package typealias Listening = @Sendable (_ url: String) async -> Void

  private let settings: ServerSettings
  private let logger: Logger
  private let onListening: Listening
  private let responder: StoreResponder
  private let readiness: ReadinessMonitor
  private let ending = Ending()

  /// A server of `store`, whose operator's route demands `operatorKey` as bearer token.
  ///
  /// `/metrics` prints all that is counted in `metrics`; others may count there too.
  package init(
    _ store: ServedStore, operatorKey: String, settings: ServerSettings = ServerSettings(),
    metrics: PrometheusMetrics = PrometheusMetrics(), logger: Logger,
    onListening: @escaping Listening = { _ in }
  ) {
    self.settings = settings
    self.logger = logger
    self.onListening = onListening
    let metrics = ServerMetrics(metrics)
    readiness = ReadinessMonitor(store, every: settings.limits.readinessInterval, logger)
    responder = StoreResponder(
      operations: Operations(
        store, operatorKey: operatorKey, settings.limits, readiness, metrics, logger),
      metrics: metrics, logger: logger,
      hosts: HostPolicy(names: settings.allowedHosts + [settings.host]),
      proxies: TrustedProxies(settings.trustedProxies),
      isEnding: { [ending] in ending.hasBegun.load(ordering: .acquiring) })
  }

  /// The served routes, in no order.
  package var routes: [Route] { responder.operations.routes }

  /// Serves until the task is cancelled or graceful shutdown begins.
  ///
  /// - Throws: ``ServerError`` if it cannot begin.
  package func run() async throws {
    let application = try application()
    let checks = Task { await readiness.run() }
    defer { checks.cancel() }
    do {
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: {
        ending.hasBegun.store(true, ordering: .releasing)
      }
    } catch let error as IOError {
      throw unusableAddress(String(cString: strerror(error.errnoCode)))
    } catch let error as SocketAddressError.UnknownHost {
      throw unusableAddress("no address is known for it (\(error.errorDescription))")
    } catch is SocketAddressError {
      throw unusableAddress("it is not an address of this machine")
    }
  }

  /// Serves until TERM or the interrupt key ends the process.
  package func runUntilSignalled() async throws {
    var configuration = ServiceGroupConfiguration(
      services: [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = settings.limits.endingTime
    try await ServiceGroup(configuration: configuration).run()
  }

  private func unusableAddress(_ reason: String) -> ServerError {
    .address(settings.host, port: settings.port, reason: reason)
  }

  private func application() throws -> Application<StoreResponder> {
    var quiet = logger
    // Hummingbird's own messages are not about the store.
    quiet.logLevel = max(logger.logLevel, .warning)
    return Application(
      responder: responder, server: try builder(),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), backlog: 4_096,
        availableConnectionsDelegate: .maximum(settings.limits.connections, logger: quiet)),
      onServerRunning: { [settings, onListening] channel in
        await onListening(settings.url(port: channel.localAddress?.port))
      }, logger: quiet)
  }

  private func builder() throws -> HTTPServerBuilder {
    let limits = settings.limits
    let limiter = PermitLimiter<NetworkAddress>(perKey: limits.connectionsPerAddress)
    let (metrics, proxies) = (responder.metrics, responder.proxies)
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionLimitHandler(limiter, exempting: proxies, metrics),
        RequestFramingHandler(readTime: limits.readTime, lingerTime: limits.lingerTime),
        WriteDeadline(limits.writeTime), SSEHeartbeatHandler(heartbeat: limits.heartbeat),
      ], idleTimeout: TimeAmount(limits.idleTime))
    let http = HTTPServerBuilder.http1KeepingConnections(configuration)
    guard let tls = settings.tls else { return http }
    return try .tls(http, tlsConfiguration: tls.configuration())
  }
}

extension ServerSettings {
  /// Where the server is reached; an IPv6 address stands in brackets.
  fileprivate func url(port: Int?) -> String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(tls == nil ? "http" : "https")://\(name):\(port ?? self.port)"
  }
}

/// Whether the server ends.
private final class Ending: Sendable {
  let hasBegun = Atomic(false)
}
