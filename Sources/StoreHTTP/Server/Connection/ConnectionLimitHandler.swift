package import NIOCore
package import NIOHTTPTypes
import StoreAPI

/// Closes a new connection, before anything is read from it, if its address has too many.
package final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart

  private let limiter: ConnectionLimiter
  /// The address whose permit this connection has; `nil` without a permit.
  private var address: NetworkAddress?

  /// Takes a permit from `limiter` when the connection opens, and returns it when it ends.
  package init(_ limiter: ConnectionLimiter) {
    self.limiter = limiter
  }

  package func channelActive(context: ChannelHandlerContext) {
    let address = NetworkAddress(context.channel.remoteAddress?.ipAddress ?? "")
    // Later handlers do not see a refused connection: their timers would cost more than it does.
    guard limiter.acquire(address) else { return context.close(promise: nil) }
    self.address = address
    context.fireChannelActive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    if let address { limiter.release(address) }
    address = nil
  }
}
