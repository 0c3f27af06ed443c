package import NIOCore
package import NIOHTTPTypes
import StoreAPI

/// Closes a connection, before anything is read from it, whose address has as many as it may have.
package final class ConnectionLimitHandler: ChannelInboundHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart

  private let limiter: ConnectionLimiter
  /// Whose seat this connection has.
  private var address: NetworkAddress?

  /// Takes the connection's seat from `limiter` when it opens, and leaves it when it ends.
  package init(_ limiter: ConnectionLimiter) {
    self.limiter = limiter
  }

  package func channelActive(context: ChannelHandlerContext) {
    let address = NetworkAddress(context.channel.remoteAddress?.ipAddress ?? "")
    // Nobody behind hears of a connection that is refused: their timers would cost more than it.
    guard limiter.take(address) else { return context.close(promise: nil) }
    self.address = address
    context.fireChannelActive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    if let address { limiter.leave(address) }
    address = nil
  }
}
