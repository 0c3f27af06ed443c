import RetryPolicy
import StoreAPI
import StoreHTTP

/// The number of attempts of one request, and whether another one is useful.
struct RetryState {
  private(set) var backoff: Backoff
  /// Whether the store may receive the request twice.
  ///
  /// Otherwise it is sent again only if the store cannot have received it.
  let isRepeatable: Bool
  /// Whether the last request did not reach the store.
  ///
  /// Then one attempt is enough to see whether the store is still unreachable.
  let wasUnreachable: Bool

  /// The pause before the next attempt; `nil` if there should be none.
  mutating func pause(
    after failure: RequestFailure, elapsed: Duration, chance: Double
  ) -> Duration? {
    // Another attempt would wait as long.
    guard !failure.isSilence, !failure.isLast else { return nil }
    switch failure.kind {
    case .final, .distrusted: return nil
    case .lost where !isRepeatable: return nil
    case .unreachable where wasUnreachable: return nil
    case .lost, .unreachable, .busy:
      return backoff.nextDelay(elapsed: elapsed, chance: chance, asked: failure.retryAfter)
    }
  }
}
