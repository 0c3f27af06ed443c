package import NIOCore
package import NIOHTTPTypes

/// Cuts off a reader that does not take what is written for it within a bound.
///
/// A stream of updates is resumed by its reader when it can read again; what waited for it is kept
/// in the store and not in memory.
package final class WriteDeadline: ChannelOutboundHandler, RemovableChannelHandler {
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// Each write that the system takes is a step forward.
  private let deadline: Deadline
  /// Writes that the system has not taken yet.
  private var waiting = 0

  package init(_ time: Duration) {
    deadline = Deadline(time, announcing: .readerTooSlow)
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let promise = promise ?? context.eventLoop.makePromise()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    promise.futureResult.whenComplete { _ in
      let (handler, context) = bound.value
      handler.written(context)
    }
    waiting += 1
    context.write(data, promise: promise)
  }

  /// Most that is flushed the system takes at once, and nothing is waited for.
  package func flush(context: ChannelHandlerContext) {
    context.flush()
    if waiting > 0, !deadline.isWaiting { deadline.begin(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    deadline.cancel()
  }

  private func written(_ context: ChannelHandlerContext) {
    waiting -= 1
    if waiting == 0 { deadline.rest() } else if deadline.isWaiting { deadline.begin(context) }
  }
}
