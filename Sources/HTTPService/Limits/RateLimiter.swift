/// Limits how often each key may call.
///
/// A key may make a burst of calls at once, and then as many per second as the rate allows. The
/// burst grows again while it makes fewer.
package struct RateLimiter<Key: Hashable & Sendable>: Sendable {
  /// The number of calls that a key regains per second.
  private let rate: Int
  /// The maximum number of calls at once.
  private let burst: Int
  /// The time at which each key has its whole burst again; a key that already has it may be
  /// missing.
  private var restored: [Key: Duration] = [:]
  /// The number of keys at which keys with their whole burst are forgotten.
  private var highWater = 4_096

  package init(rate: Int, burst: Int) {
    self.rate = rate
    self.burst = burst
  }

  /// The number of keys that it remembers.
  package var keyCount: Int { restored.count }

  /// Counts a call at `now`, a time of a clock that never goes back.
  ///
  /// - Returns: Whether the call is allowed. A refused call does not count.
  package mutating func count(_ key: Key, at now: Duration) -> Bool {
    let cost = Duration.seconds(1) / rate
    let start = max(now, restored[key] ?? now)
    guard start + cost - now <= cost * burst else { return false }
    restored[key] = start + cost
    if restored.count >= highWater { forgetIdle(at: now) }
    return true
  }

  private mutating func forgetIdle(at now: Duration) {
    restored = restored.filter { $0.value > now }
    highWater = max(4_096, restored.count * 2)
  }
}
