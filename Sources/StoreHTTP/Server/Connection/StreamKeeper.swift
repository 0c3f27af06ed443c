import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Keeps a stream of events alive while nothing happens, and ends it with the server.
///
/// An idle stream costs one timer of its event loop. The heartbeat is a comment between two events,
/// which readers skip.
package final class StreamKeeper: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  package static let contentType = "text/event-stream"

  private let heartbeat: TimeAmount
  private var isStreaming = false
  private var isQuiescing = false
  private var lastWrite = NIODeadline.uptimeNanoseconds(0)
  private var beat: Scheduled<Void>?

  package init(heartbeat: Duration) {
    self.heartbeat = TimeAmount(heartbeat)
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    context.write(data, promise: promise)
    lastWrite = context.eventLoop.now
    switch unwrapOutboundIn(data) {
    case .head(let head): begin(head, context)
    case .body: break
    case .end: end()
    }
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    guard event is ChannelShouldQuiesceEvent else { return }
    isQuiescing = true
    if isStreaming { endStream(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  private func begin(_ head: HTTPResponse, _ context: ChannelHandlerContext) {
    guard head.headerFields[.contentType] == Self.contentType else { return }
    isStreaming = true
    if isQuiescing { endStream(context) } else { schedule(context, in: heartbeat) }
  }

  private func end() {
    isStreaming = false
    beat?.cancel()
    beat = nil
  }

  /// What a reader that goes away looks like: whoever writes the stream ends it.
  private func endStream(_ context: ChannelHandlerContext) {
    context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
  }

  private func schedule(_ context: ChannelHandlerContext, in time: TimeAmount) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    beat = context.eventLoop.scheduleTask(in: time) {
      let (handler, context) = bound.value
      handler.beatUnlessBusy(context)
    }
  }

  private func beatUnlessBusy(_ context: ChannelHandlerContext) {
    let left = lastWrite + heartbeat - context.eventLoop.now
    guard left <= .zero else { return schedule(context, in: left) }
    let comment = ByteBuffer(string: ServerSentEvent.heartbeat)
    context.writeAndFlush(wrapOutboundOut(.body(comment)), promise: nil)
    lastWrite = context.eventLoop.now
    schedule(context, in: heartbeat)
  }
}
