import CoreMetrics
import NIOCore
import NIOHTTPTypes
import StoreAPI

/// Closes a new connection, before anything is read from it, if its address has too many.
final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart

  private let limiter: PermitLimiter<NetworkAddress>
  private let metrics: ServerMetrics
  private var permit: PermitLimiter<NetworkAddress>.Permit?

  /// Takes a permit from `limiter` when the connection opens, and returns it when it ends.
  init(_ limiter: PermitLimiter<NetworkAddress>, _ metrics: ServerMetrics) {
    self.limiter = limiter
    self.metrics = metrics
  }

  func channelActive(context: ChannelHandlerContext) {
    permit = limiter.permit(
      for: NetworkAddress(context.channel.remoteAddress?.ipAddress ?? ""))
    guard permit != nil else {
      metrics.refusedConnections.increment()
      // Later handlers do not see a refused connection: their timers would cost more than it does.
      return context.close(promise: nil)
    }
    metrics.openConnections.increment()
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    guard permit != nil else { return }
    permit = nil
    metrics.openConnections.decrement()
  }
}
