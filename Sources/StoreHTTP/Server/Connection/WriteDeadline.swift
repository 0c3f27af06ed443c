package import NIOCore
package import NIOHTTPTypes

/// Cuts off a reader that does not take what is written for it within a bound.
///
/// A stream of updates is resumed by its reader when it can read again; what waited for it is kept
/// in the store and not in memory.
package final class WriteDeadline: ChannelOutboundHandler, RemovableChannelHandler {
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  private let time: TimeAmount
  /// Writes that the system has not taken yet.
  private var waiting = 0
  /// When it took the last, or the first began to wait.
  private var progress = NIODeadline.uptimeNanoseconds(0)
  private var check: Scheduled<Void>?

  package init(_ time: Duration) {
    self.time = TimeAmount(time)
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let promise = promise ?? context.eventLoop.makePromise()
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    promise.futureResult.whenComplete { _ in bound.value.written(at: loop.now) }
    if waiting == 0 { progress = loop.now }
    waiting += 1
    context.write(data, promise: promise)
    if waiting > 0, check == nil { schedule(context, in: time) }
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    check?.cancel()
  }

  private func written(at now: NIODeadline) {
    waiting -= 1
    progress = now
    guard waiting == 0 else { return }
    check?.cancel()
    check = nil
  }

  private func schedule(_ context: ChannelHandlerContext, in time: TimeAmount) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    check = context.eventLoop.scheduleTask(in: time) {
      let (handler, context) = bound.value
      handler.closeIfStuck(context)
    }
  }

  private func closeIfStuck(_ context: ChannelHandlerContext) {
    check = nil
    let left = progress + time - context.eventLoop.now
    if left <= .zero { context.close(promise: nil) } else { schedule(context, in: left) }
  }
}
