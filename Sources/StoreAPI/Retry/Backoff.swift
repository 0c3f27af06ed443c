/// An exponential backoff with jitter: computes the delay before the next attempt.
///
/// The delay doubles from the first to the longest, and is shortened by a random part, so that many
/// clients that failed at the same time do not retry at the same time.
package struct Backoff: Hashable, Sendable {
  package var first: Duration
  package var longest: Duration
  /// The highest number of attempts, including the first.
  package var tries: Int
  /// The time after which no further attempt begins.
  package var patience: Duration
  private var failures = 0

  /// - Parameters:
  ///   - first: The delay after the first attempt, before it is shortened.
  ///   - longest: The longest delay, unless the store asks for a longer one.
  ///   - tries: The highest number of attempts, at least 1.
  ///   - patience: The time after which no attempt begins, even if the store asks for a longer
  ///     delay.
  package init(
    first: Duration = .milliseconds(100), longest: Duration = .seconds(2), tries: Int = 5,
    patience: Duration = .seconds(6)
  ) {
    self.first = first
    self.longest = longest
    self.tries = max(1, tries)
    self.patience = patience
  }

  /// Counts a failed attempt, and sets no limit to the number of attempts.
  ///
  /// - Parameter chance: A random number from 0 to 1: 0 halves the delay, 1 does not shorten it.
  /// - Returns: The delay before the next attempt.
  package mutating func pause(chance: Double) -> Duration {
    let doubled = first * (1 << min(failures, 20))
    failures += 1
    return min(doubled, longest) * (0.5 + 0.5 * min(max(chance, 0), 1))
  }

  /// Counts a failed attempt.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the first attempt.
  ///   - chance: A random number from 0 to 1: 0 halves the delay, 1 does not shorten it.
  ///   - asked: The delay that the store asked for.
  /// - Returns: The delay before the next attempt; `nil` if there should be no other attempt.
  package mutating func next(
    elapsed: Duration, chance: Double, asked: Duration? = nil
  ) -> Duration? {
    let pause = max(self.pause(chance: chance), asked ?? .zero)
    guard failures < tries else { return nil }
    return elapsed + pause <= patience ? pause : nil
  }

  /// Sets the count to 0, after an attempt succeeded.
  package mutating func reset() { failures = 0 }
}
