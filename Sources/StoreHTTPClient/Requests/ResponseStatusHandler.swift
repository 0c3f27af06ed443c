import NIOCore
import NIOHTTP1
import StoreHTTP

/// Closes the connection if a response has a status that does not exist in HTTP.
///
/// AsyncHTTPClient ignores every status below 200 as informational, and ends the process if such a
/// response has a body. In HTTP only statuses from 200 on have bodies, but NIO's decoder checks
/// this only from 100 on. Source: RFC 9110, section 15: a status is a number from 100 to 999 with
/// three digits.
final class ResponseStatusHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private var isRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 { isRefused = true }
    guard isRefused else { return context.fireChannelRead(data) }
    context.fireErrorCaught(UnknownStatusError())
    context.close(promise: nil)
  }

  /// Adds the handler to a connection of AsyncHTTPClient, after NIO's decoder.
  @Sendable static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(ResponseStatusHandler(), position: .after(decoder))
    }
  }
}

/// A response whose status is no HTTP status.
struct UnknownStatusError: Error {}
