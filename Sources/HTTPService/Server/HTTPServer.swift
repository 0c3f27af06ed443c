import Glibc
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NetworkAddresses
import ServiceLifecycle

/// A server over HTTP, whose responder answers what its connections let through.
///
/// It ends gracefully: streams end, responses that have begun get time to reach their
/// clients, and nothing new begins.
package struct HTTPServer<Responder: HTTPResponder>: Service
where Responder.Context == ConnectionContext {
  /// Receives the server's URL once, when the server listens.
  package typealias ListeningHandler = @Sendable (_ url: String) async -> Void

  private let responder: Responder
  private let settings: ServerSettings
  private let metrics: ServerMetrics
  private let shutdown: ShutdownFlag
  private let errorDocument: ErrorBody
  private let logger: Logger
  private let onListening: ListeningHandler

  /// - Parameters:
  ///   - responder: Answers the requests.
  ///   - settings: The server's address, and the limits of its connections.
  ///   - metrics: Counts the connections.
  ///   - shutdown: The flag that the server sets when its graceful shutdown begins.
  ///   - errorDocument: Returns the JSON of an error, for bytes that are not a request.
  ///   - logger: The log of the service.
  ///   - onListening: Receives the server's URL.
  package init(
    _ responder: Responder, settings: ServerSettings, metrics: ServerMetrics,
    shutdown: ShutdownFlag, errorDocument: @escaping ErrorBody, logger: Logger,
    onListening: @escaping ListeningHandler
  ) {
    self.responder = responder
    self.settings = settings
    self.metrics = metrics
    self.shutdown = shutdown
    self.errorDocument = errorDocument
    self.logger = logger
    self.onListening = onListening
  }

  /// Serves until the task is cancelled or graceful shutdown begins.
  ///
  /// - Throws: ``ServerError`` if it cannot begin.
  package func run() async throws {
    let application = try application()
    do {
      try await withGracefulShutdownHandler {
        try await application.run()
      } onGracefulShutdown: {
        shutdown.begin()
      }
    } catch let error as IOError {
      throw unusableAddress(String(cString: strerror(error.errnoCode)))
    } catch let error as SocketAddressError.UnknownHost {
      throw unusableAddress("no address is known for it (\(error.errorDescription))")
    } catch is SocketAddressError {
      throw unusableAddress("it is not an address of this machine")
    }
  }

  private func unusableAddress(_ reason: String) -> ServerError {
    .address(settings.host, port: settings.port, reason: reason)
  }

  private func application() throws -> Application<Responder> {
    var quiet = logger
    // Hummingbird's own messages are not about the service.
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
    let (metrics, errorDocument) = (metrics, errorDocument)
    let proxies = TrustedProxies(settings.trustedProxies)
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionLimitHandler(limiter, exempting: proxies, metrics),
        RequestFramingHandler(
          readTime: limits.readTime, lingerTime: limits.lingerTime, errorDocument: errorDocument),
        WriteDeadline(limits.writeTime), SSEHeartbeatHandler(heartbeat: limits.heartbeat),
      ], idleTimeout: TimeAmount(limits.idleTime))
    let http = HTTPServerBuilder.http1KeepingConnections(configuration)
    guard let tls = settings.tls else { return http }
    return try .tls(http, tlsConfiguration: tls.configuration())
  }
}

extension ServerSettings {
  /// Returns the server's URL, with brackets around an IPv6 address.
  fileprivate func url(port: Int?) -> String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(tls == nil ? "http" : "https")://\(name):\(port ?? self.port)"
  }
}
