import StoreAPI

/// How long to wait before the store is listened to again: after a stream that was open not at all,
/// then from one second, doubling to half a minute, and shortened by chance so that not every device
/// comes back in the same moment.
struct ListeningPauses {
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
  private var wasOpen = true

  /// Begins anew, after something was heard.
  mutating func reset() {
    backoff.reset()
    wasOpen = true
  }

  /// - Parameters:
  ///   - lifetime: How long the stream was there. One that outlived the longest pause was open, although
  ///     nothing happened: one that cannot be opened is given up sooner.
  ///   - chance: From 0 to 1: 0 halves the pause, 1 leaves it whole.
  /// - Returns: The pause.
  mutating func next(after lifetime: Duration, chance: Double) -> Duration {
    if lifetime > backoff.longest { reset() }
    guard !wasOpen else {
      wasOpen = false
      return .zero
    }
    return backoff.pause(chance: chance)
  }
}
