/// What a session takes from the machine it runs on.
package struct SessionEnvironment: Sendable {
  /// Names orders, sheets and the session itself.
  package var makeUUID: @Sendable () -> UUID
  /// The time since some fixed moment, never going back.
  package var monotonic: @Sendable () -> Duration
  /// The machine's date: only for how long it was off since the store last answered.
  package var wallClock: @Sendable () -> Date
  /// Waits before a retry.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// From 0 to 1, for the length of pauses.
  package var chance: @Sendable () -> Double
  package var diagnose: @Sendable (Diagnostic) -> Void

  package init(
    makeUUID: @escaping @Sendable () -> UUID, monotonic: @escaping @Sendable () -> Duration,
    wallClock: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    chance: @escaping @Sendable () -> Double, diagnose: @escaping @Sendable (Diagnostic) -> Void
  ) {
    self.makeUUID = makeUUID
    self.monotonic = monotonic
    self.wallClock = wallClock
    self.sleep = sleep
    self.chance = chance
    self.diagnose = diagnose
  }

  /// The machine itself; diagnostics go to standard error.
  package static var live: SessionEnvironment {
    let start = ContinuousClock.now
    return SessionEnvironment(
      makeUUID: { UUID() }, monotonic: { ContinuousClock.now - start }, wallClock: { Date() },
      sleep: { try await Task.sleep(for: $0) }, chance: { .random(in: 0...1) },
      diagnose: Diagnostic.print)
  }
}
