package import NIOCore
package import NIOHTTPTypes

/// Keeps a stream of updates alive while nothing happens, and tells whoever writes it when and why it
/// ends: nobody else listens to a connection whose answer is a stream.
///
/// An idle stream costs one timer of its event loop. The heartbeat is a comment between two events,
/// which readers skip.
package final class SSEHeartbeatHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  private let heartbeat: TimeAmount
  /// `nil` while no stream is written.
  private var ends: AsyncStream<StreamEnd>.Continuation?
  /// What was heard before a stream was begun counts for it.
  private var isQuiescing = false
  private var hasLeft = false
  private var lastWrite = NIODeadline.uptimeNanoseconds(0)
  private var beat: Scheduled<Void>?

  /// A keeper that writes a comment into each silence of a stream that lasts so long.
  package init(heartbeat: Duration) {
    self.heartbeat = TimeAmount(heartbeat)
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    context.triggerUserOutboundEvent(event, promise: promise)
    guard let begin = event as? StreamBegin else { return }
    ends = begin.ends
    if hasLeft { leave(context) } else if isQuiescing { tell(.serverEnding) }
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    context.write(data, promise: promise)
    lastWrite = context.eventLoop.now
    switch unwrapOutboundIn(data) {
    case .head: if ends != nil { schedule(context, in: heartbeat) }
    case .body: break
    case .end: forget()
    }
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    switch event {
    case let end as StreamEnd: tell(end)
    case ChannelEvent.inputClosed:
      hasLeft = true
      if ends != nil { leave(context) }
    case is ChannelShouldQuiesceEvent: endWithServer(context)
    default: break
    }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    tell(.readerLeft)
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    tell(.readerLeft)
    forget()
  }

  /// The first reason is the one that counts.
  private func tell(_ end: StreamEnd) {
    ends?.yield(end)
    ends?.finish()
  }

  private func forget() {
    ends = nil
    beat?.cancel()
    beat = nil
  }
}

// MARK: - Ends

extension SSEHeartbeatHandler {
  private func leave(_ context: ChannelHandlerContext) {
    tell(.readerLeft)
    context.close(promise: nil)
  }

  /// A reader who does not read would hold the server: its stream is cut, to be resumed.
  private func endWithServer(_ context: ChannelHandlerContext) {
    isQuiescing = true
    tell(.serverEnding)
    if ends != nil, !context.channel.isWritable { context.close(promise: nil) }
  }
}

// MARK: - Heartbeats

extension SSEHeartbeatHandler {
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
