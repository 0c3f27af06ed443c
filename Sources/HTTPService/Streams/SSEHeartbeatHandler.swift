package import NIOCore
import NIOHTTPTypes

/// Writes heartbeats into a silent stream, and reports when and why the stream ends.
///
/// The stream's writer cannot detect it: while a stream is written, nothing reads the connection.
///
/// An idle stream costs one timer of its event loop. A heartbeat is a comment between two events,
/// which clients skip.
package final class SSEHeartbeatHandler: HTTPConnectionHandler {
  /// Keeps a silent stream alive: a comment, which clients skip.
  package static let comment = ":\n\n"

  private let heartbeat: TimeAmount
  /// `nil` while no stream is written.
  private var ending: StreamEndPromise?
  /// Events before the stream begins count for the stream.
  private var isQuiescing = false
  private var hasLeft = false
  private var lastWrite = NIODeadline.uptimeNanoseconds(0)
  private var beat: Scheduled<Void>?

  /// Writes a comment whenever a stream was silent for `heartbeat`.
  package init(heartbeat: Duration) {
    self.heartbeat = TimeAmount(heartbeat)
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    context.triggerUserOutboundEvent(event, promise: promise)
    guard let begin = event as? StreamBegin else { return }
    ending = begin.ending
    if hasLeft { leave(context) } else if isQuiescing { report(.serverEnding) }
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    context.write(data, promise: promise)
    lastWrite = context.eventLoop.now
    switch unwrapOutboundIn(data) {
    case .head: if ending != nil { schedule(context, in: heartbeat) }
    case .body: break
    case .end: forget()
    }
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    context.fireUserInboundEventTriggered(event)
    switch event {
    case let end as StreamEndReason: report(end)
    case ChannelEvent.inputClosed:
      hasLeft = true
      if ending != nil { leave(context) }
    case is ChannelShouldQuiesceEvent: endWithServer(context)
    default: break
    }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    report(.clientDisconnected)
    context.fireChannelInactive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    report(.clientDisconnected)
    forget()
  }

  /// Reports to the writer why the stream ends.
  private func report(_ end: StreamEndReason) {
    ending?.report(end)
  }

  private func forget() {
    ending = nil
    beat?.cancel()
    beat = nil
  }
}

// MARK: - Ends

extension SSEHeartbeatHandler {
  private func leave(_ context: ChannelHandlerContext) {
    report(.clientDisconnected)
    context.close(promise: nil)
  }

  /// Cuts the stream of a client that does not read, which would keep the server from ending.
  ///
  /// The client resumes the stream later.
  private func endWithServer(_ context: ChannelHandlerContext) {
    isQuiescing = true
    report(.serverEnding)
    if ending != nil, !context.channel.isWritable { context.close(promise: nil) }
  }
}

// MARK: - Heartbeats

extension SSEHeartbeatHandler {
  private func schedule(_ context: ChannelHandlerContext, in time: TimeAmount) {
    beat = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      self.sendHeartbeatIfIdle(context)
    }
  }

  private func sendHeartbeatIfIdle(_ context: ChannelHandlerContext) {
    let left = lastWrite + heartbeat - context.eventLoop.now
    guard left <= .zero else { return schedule(context, in: left) }
    let comment = ByteBuffer(string: Self.comment)
    context.writeAndFlush(wrapOutboundOut(.body(comment)), promise: nil)
    lastWrite = context.eventLoop.now
    schedule(context, in: heartbeat)
  }
}
