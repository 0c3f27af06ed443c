import NIOCore

/// Closes a connection on which something that is waited for does not come in time.
///
/// What has come in time leaves the timer running, to find nothing to do: an event loop that cancels
/// one looks for it among those of all its connections, and each listener has some.
final class Deadline {
  private let time: TimeAmount
  private let announcement: StreamEnd?
  private var end: NIODeadline?
  private var timer: Scheduled<Void>?

  /// Before it closes a connection, `announcement` is sent up its pipeline.
  init(_ time: Duration, announcing announcement: StreamEnd? = nil) {
    self.time = TimeAmount(time)
    self.announcement = announcement
  }

  /// Whether something is waited for.
  var isWaiting: Bool { end != nil }

  /// Waits from now on, also where it has waited for longer.
  func begin(_ context: ChannelHandlerContext) {
    end = context.eventLoop.now + time
    if timer == nil { schedule(context, in: time) }
  }

  /// It has come.
  func rest() { end = nil }

  /// The connection is over.
  func cancel() {
    end = nil
    timer?.cancel()
  }

  private func schedule(_ context: ChannelHandlerContext, in time: TimeAmount) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: time) {
      let (deadline, context) = bound.value
      deadline.look(context)
    }
  }

  private func look(_ context: ChannelHandlerContext) {
    timer = nil
    guard let end else { return }
    let left = end - context.eventLoop.now
    if left <= .zero { close(context) } else { schedule(context, in: left) }
  }

  private func close(_ context: ChannelHandlerContext) {
    if let announcement { context.fireUserInboundEventTriggered(announcement) }
    context.close(promise: nil)
  }
}
