/// How long to wait before something is tried again: doubling from the first pause to the longest,
/// each a random part shorter, so that many who failed together do not come back together.
package struct Backoff: Hashable, Sendable {
  package var first: Duration
  package var longest: Duration
  /// How often something is tried, the first time included.
  package var tries: Int
  /// After so long no further try begins.
  package var patience: Duration
  private var failures = 0

  /// - Parameters:
  ///   - first: The pause after the first try, before chance shortens it.
  ///   - longest: No pause is longer, unless the store asks for it.
  ///   - tries: At least 1.
  ///   - patience: Also bounds what the store may ask for.
  package init(
    first: Duration = .milliseconds(100), longest: Duration = .seconds(2), tries: Int = 5,
    patience: Duration = .seconds(6)
  ) {
    self.first = first
    self.longest = longest
    self.tries = max(1, tries)
    self.patience = patience
  }

  /// Counts a try that failed, however often and long it has been tried.
  ///
  /// - Parameter chance: From 0 to 1: 0 halves the pause, 1 leaves it whole.
  /// - Returns: The pause before the next try.
  package mutating func pause(chance: Double) -> Duration {
    let doubled = first * (1 << min(failures, 20))
    failures += 1
    return min(doubled, longest) * (0.5 + 0.5 * min(max(chance, 0), 1))
  }

  /// Counts a try that failed.
  ///
  /// - Parameters:
  ///   - elapsed: How long it has been tried.
  ///   - chance: From 0 to 1: 0 halves the pause, 1 leaves it whole.
  ///   - asked: How long the store asked to be left alone.
  /// - Returns: The pause before the next try; `nil` when it is not worth another.
  package mutating func next(
    elapsed: Duration, chance: Double, asked: Duration? = nil
  ) -> Duration? {
    let pause = max(self.pause(chance: chance), asked ?? .zero)
    guard failures < tries else { return nil }
    return elapsed + pause <= patience ? pause : nil
  }

  /// Begins to count again, after something succeeded.
  package mutating func reset() { failures = 0 }
}
