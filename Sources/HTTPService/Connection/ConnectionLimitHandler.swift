import CoreMetrics
import NIOCore
import NIOHTTPTypes
import NetworkAddresses

/// Closes a new connection, before anything is read from it, if its address has too many.
final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let limiter: PermitLimiter<NetworkAddress>
  private let proxies: TrustedProxies
  private let metrics: ServerMetrics
  private var permit: PermitLimiter<NetworkAddress>.Permit?
  private var isCounted = false

  /// Takes a permit from `limiter` when the connection opens, and returns it when it ends.
  ///
  /// A trusted proxy needs none, because it connects for many clients.
  init(
    _ limiter: PermitLimiter<NetworkAddress>, exempting proxies: TrustedProxies,
    _ metrics: ServerMetrics
  ) {
    self.limiter = limiter
    self.proxies = proxies
    self.metrics = metrics
  }

  func channelActive(context: ChannelHandlerContext) {
    let address = context.channel.remoteAddress?.ipAddress ?? ""
    permit = limiter.permit(for: NetworkAddress(address))
    isCounted = permit != nil || proxies.contains(address)
    guard isCounted else {
      metrics.refusedConnections.increment()
      // Later handlers do not see a refused connection: their timers would cost more than it does.
      return context.close(promise: nil)
    }
    metrics.openConnections.increment()
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    guard isCounted else { return }
    (permit, isCounted) = (nil, false)
    metrics.openConnections.decrement()
  }
}
