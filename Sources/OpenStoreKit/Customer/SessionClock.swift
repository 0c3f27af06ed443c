import StoreAPI

/// The store's time as its last answer told it.
struct SessionClock: Equatable, Sendable {
  let answered: StoreTime
  /// What the monotonic clock showed when the answer came.
  let readAt: Duration

  /// The store's time when the monotonic clock shows `reading`; a frozen clock stands still.
  func now(at reading: Duration) -> Date {
    guard !answered.isFrozen else { return answered.now }
    return answered.now.addingTimeInterval(max(.zero, reading - readAt) / .seconds(1))
  }

  /// Whether somebody has moved the clock, frozen it or let it run since the last answer.
  func isMoved(by time: StoreTime, at reading: Duration) -> Bool {
    time.isFrozen != answered.isFrozen || abs(time.now.timeIntervalSince(now(at: reading))) > 2
  }

  /// Whether `time` is an answer that was overtaken by the one already known.
  func overtakes(_ time: StoreTime) -> Bool {
    (time.epoch, time.now) < (answered.epoch, answered.now)
  }
}
