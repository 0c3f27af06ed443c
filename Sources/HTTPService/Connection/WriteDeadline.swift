package import NIOCore
package import NIOHTTPTypes

/// Closes a connection if its client does not read a response in time.
///
/// The client resumes a stream of updates later. Its updates wait in the store, not in memory.
package final class WriteDeadline: ChannelOutboundHandler, RemovableChannelHandler {
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// Starts again with each write that the system takes.
  private let deadline: Deadline
  /// The writes that the system has not taken yet.
  private var waiting = 0

  package init(_ time: Duration) {
    deadline = Deadline(time, announcing: .clientTooSlow)
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let promise = promise ?? context.eventLoop.makePromise()
    promise.futureResult.assumeIsolated().whenComplete { _ in self.written(context) }
    waiting += 1
    context.write(data, promise: promise)
  }

  /// The system accepts most writes at once: then there is no deadline.
  package func flush(context: ChannelHandlerContext) {
    context.flush()
    if waiting > 0, !deadline.isWaiting { deadline.begin(context) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    deadline.cancel()
  }

  private func written(_ context: ChannelHandlerContext) {
    waiting -= 1
    if waiting == 0 { deadline.stop() } else if deadline.isWaiting { deadline.begin(context) }
  }
}
