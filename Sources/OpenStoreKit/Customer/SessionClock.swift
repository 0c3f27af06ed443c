import StoreAPI

/// The store's time, computed from its last answer.
struct SessionClock: Equatable, Sendable {
  let answered: StoreTime
  /// The reading of the monotonic clock when the answer arrived.
  let readAt: Duration

  /// The store's time when the monotonic clock shows `reading`; a frozen clock, or one that has
  /// jumped, does not advance.
  func now(at reading: Duration) -> Date {
    guard !answered.isFrozen, answered.jump == nil else { return answered.now }
    return answered.now.addingTimeInterval(max(.zero, reading - readAt) / .seconds(1))
  }

  /// Whether the store's clock was moved, frozen, let run, or has jumped since the last answer,
  /// or whether other errors are simulated.
  func isMoved(by time: StoreTime, at reading: Duration) -> Bool {
    time.isFrozen != answered.isFrozen || time.generation != answered.generation
      || (time.jump == nil) != (answered.jump == nil)
      || time.simulatedErrors != answered.simulatedErrors
      || abs(time.now.timeIntervalSince(now(at: reading))) > 2
  }

  /// Whether `time` belongs to the last answer's epoch, and is older.
  func supersedes(_ time: StoreTime) -> Bool {
    time.epoch == answered.epoch
      && (time.generation, time.now) < (answered.generation, answered.now)
  }
}
