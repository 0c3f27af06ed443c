/// An exponential backoff with jitter: computes the delay before the next attempt.
///
/// The delay doubles from the first to the longest delay, and is shortened by a random part, so that
/// many clients that failed at the same time do not retry at the same time.
package struct Backoff: Hashable, Sendable {
  /// The delay after the first attempt, before it is shortened.
  package var firstDelay: Duration
  /// The longest delay, unless the store asks for a longer one.
  package var longestDelay: Duration
  /// The maximum number of attempts, including the first.
  package var attempts: Int
  /// The time after which no further attempt begins, even if the store asks for a longer delay.
  package var timeLimit: Duration
  private var failures = 0

  package init(
    firstDelay: Duration = .milliseconds(100), longestDelay: Duration = .seconds(2),
    attempts: Int = 5, timeLimit: Duration = .seconds(6)
  ) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.attempts = max(1, attempts)
    self.timeLimit = timeLimit
  }

  /// Counts a failed attempt, and sets no limit to the number of attempts.
  ///
  /// - Parameter chance: A random number from 0 to 1: 0 halves the delay, 1 does not shorten it.
  /// - Returns: The delay before the next attempt.
  package mutating func delay(chance: Double) -> Duration {
    let doubled = firstDelay * (1 << min(failures, 20))
    failures += 1
    return min(doubled, longestDelay) * (0.5 + 0.5 * min(max(chance, 0), 1))
  }

  /// Counts a failed attempt.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the first attempt.
  ///   - chance: A random number from 0 to 1: 0 halves the delay, 1 does not shorten it.
  ///   - asked: The delay that the store requested.
  /// - Returns: The delay before the next attempt; `nil` if there should be no other attempt.
  package mutating func nextDelay(
    elapsed: Duration, chance: Double, asked: Duration? = nil
  ) -> Duration? {
    let delay = max(self.delay(chance: chance), asked ?? .zero)
    guard failures < attempts else { return nil }
    return elapsed + delay <= timeLimit ? delay : nil
  }

  /// Sets the count to 0, after an attempt succeeded.
  package mutating func reset() { failures = 0 }
}
