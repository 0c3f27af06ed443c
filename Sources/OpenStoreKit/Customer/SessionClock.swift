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

  /// Whether `time` is an answer that was overtaken by the one already known.
  func overtakes(_ time: StoreTime) -> Bool {
    (time.epoch, time.now) < (answered.epoch, answered.now)
  }
}
