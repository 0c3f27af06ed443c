import StoreAPI

/// How often one question has been asked, and whether it is worth asking again.
struct RetryState {
  private var backoff: Backoff
  /// A question that changes something twice when it is heard twice is asked again only where it
  /// cannot have been heard.
  private let isRepeatable: Bool
  /// The store could not be reached when it was asked last: one try is enough to see whether it
  /// still cannot.
  private let wasUnreachable: Bool
  /// An earlier try may have reached the store, and its answer was lost.
  private(set) var wasLost = false

  init(_ backoff: Backoff, isRepeatable: Bool = true, wasUnreachable: Bool = false) {
    self.backoff = backoff
    self.isRepeatable = isRepeatable
    self.wasUnreachable = wasUnreachable
  }

  /// The pause before the next try; `nil` when there should be none.
  mutating func pause(after failure: Failure, elapsed: Duration, chance: Double) -> Duration? {
    wasLost = wasLost || failure.kind == .lost
    switch failure.kind {
    case .final, .distrusted: return nil
    case .lost where !isRepeatable: return nil
    case .unreachable where wasUnreachable: return nil
    case .lost, .unreachable, .putOff:
      return backoff.nextDelay(elapsed: elapsed, chance: chance, asked: failure.retryAfter)
    }
  }
}
