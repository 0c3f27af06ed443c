import NIOCore

/// Closes a connection if an expected event does not come in time.
///
/// An event that comes in time leaves the timer running, which then finds nothing to do. To cancel a
/// timer, an event loop searches the timers of all its connections, and each stream has some.
final class Deadline {
  private let time: TimeAmount
  private let announcement: StreamEndReason?
  private var end: NIODeadline?
  private var timer: Scheduled<Void>?

  /// Sends `announcement` up the pipeline before it closes a connection.
  init(_ time: Duration, announcing announcement: StreamEndReason? = nil) {
    self.time = TimeAmount(time)
    self.announcement = announcement
  }

  /// Whether an event is expected.
  var isWaiting: Bool { end != nil }

  /// Starts the time, or starts it again.
  func begin(_ context: ChannelHandlerContext) {
    end = context.eventLoop.now + time
    if timer == nil { schedule(context, in: time) }
  }

  /// Stops the time, because the event has come.
  func stop() { end = nil }

  /// Ends the timer, because the connection has ended.
  func cancel() {
    end = nil
    timer?.cancel()
  }

  private func schedule(_ context: ChannelHandlerContext, in time: TimeAmount) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
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
