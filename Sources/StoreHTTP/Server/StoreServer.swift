import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import ServiceLifecycle
import StoreAPI
import Synchronization
package import Telemetry
import UnixSignals

/// A store over HTTP.
///
/// It ends gracefully: streams of updates end, answers that have begun are given time to reach
/// their readers, and nothing new is begun.
package struct StoreServer: Service {
  /// Hears once that the server listens, and where.
  package typealias Listening = @Sendable (_ url: String) async -> Void

  private let settings: ServerSettings
  private let logger: Logger
  private let onListening: Listening
  private let responder: StoreResponder
  private let limiter: ConnectionLimiter
  private let ending = Ending()

  /// A server of `store`, whose operator's routes ask for `operatorKey` as bearer token.
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
    let counts = ServerMetrics(metrics)
    limiter = ConnectionLimiter(
      perAddress: settings.limits.connectionsPerAddress, metrics: metrics)
    var operations = Operations(
      store, operatorKey: operatorKey, settings.limits, counts, logger)
    operations.serveMeta(Authenticator.anyone(store), store, metrics)
    responder = StoreResponder(
      operations: operations, metrics: counts, logger: logger,
      isEnding: { [ending] in ending.hasBegun })
  }

  /// What is answered, in no order.
  package var routes: [Route] { responder.operations.routes }

  /// Serves until the task is cancelled or graceful shutdown begins.
  ///
  /// - Throws: ``ServerFault`` where it cannot begin.
  package func run() async throws {
    let application = try application()
    do {
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: {
        ending.begin()
      }
    } catch let error as IOError {
      throw unusableAddress(String(cString: strerror(error.errnoCode)))
    } catch let error as SocketAddressError.UnknownHost {
      throw unusableAddress("no address is known for it (\(error.errorDescription))")
    } catch let error as SocketAddressError {
      throw unusableAddress("\(error)")
    }
  }

  /// Serves until the process is told to end, by TERM or by the interrupt key.
  package func runUntilSignalled() async throws {
    var configuration = ServiceGroupConfiguration(
      services: [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = settings.limits.endingTime
    try await ServiceGroup(configuration: configuration).run()
  }

  private func unusableAddress(_ reason: String) -> ServerFault {
    .address(settings.host, port: settings.port, reason: reason)
  }

  private func application() throws -> Application<StoreResponder> {
    var quiet = logger
    // Hummingbird's own lines are not about the store.
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
    let (limits, limiter) = (settings.limits, limiter)
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionLimitHandler(limiter),
          RequestFramingHandler(readTime: limits.readTime, lingerTime: limits.lingerTime),
          WriteDeadline(limits.writeTime), SSEHeartbeatHandler(heartbeat: limits.heartbeat),
        ], idleTimeout: TimeAmount(limits.idleTime)))
    guard let tls = settings.tls else { return http }
    return try .tls(http, tlsConfiguration: tls.configuration())
  }
}

extension Operations {
  /// Every operation of a store.
  fileprivate init(
    _ store: ServedStore, operatorKey: String, _ limits: ServerSettings.Limits,
    _ metrics: ServerMetrics, _ logger: Logger
  ) {
    let backends = DeviceBackends(store: store)
    let authenticator = Authenticator(store, backends, operatorKey: operatorKey)
    self.init(authenticator, bodySize: limits.bodySize)
    serveOperator(authenticator.operator, logger)
    let stream = UpdateStream(
      backends: backends, limiter: StreamLimiter(perDevice: limits.streamsPerDevice),
      metrics: metrics, logger: logger, bodySize: limits.bodySize)
    add(stream.operation)
  }
}

extension ServerSettings {
  /// Where the server is reached; an IPv6 address stands in brackets.
  fileprivate func url(port: Int?) -> String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(tls == nil ? "http" : "https")://\(name):\(port ?? self.port)"
  }
}

/// Whether the server has been told to end.
private final class Ending: Sendable {
  private let begun = Mutex(false)

  var hasBegun: Bool { begun.withLock { $0 } }

  func begin() { begun.withLock { $0 = true } }
}
