import StoreHTTP

/// Whether a store can be reached, as earlier requests to it have shown.
///
/// 1. If no connection to the store could be made, a request is tried only once.
/// 2. If the store was silent for the whole time limit of a request, it is not asked again before
///    the end of the pause after a silence, so a command waits for it once. The next request after
///    the pause is a new attempt.
/// 3. A whole response, or the head of a stream of events, ends both, and shows that the store
///    answers, until a request fails.
///
/// A stream of updates is always opened, because it is how a program notices that the store answers
/// again.
struct Reachability: Equatable {
  /// Whether the last attempt to connect failed.
  private(set) var wasUnreachable = false
  /// Whether the last request had a response.
  private(set) var hasAnswered = false
  private var outage: Outage?

  private struct Outage: Equatable {
    let failure: RequestFailure
    /// On the monotonic clock.
    let end: Duration
  }

  mutating func answered() {
    self = Reachability()
    hasAnswered = true
  }

  mutating func failed(_ failure: RequestFailure, at reading: Duration, pause: Duration) {
    hasAnswered = false
    if failure.kind == .unreachable { wasUnreachable = true }
    if failure.isSilence { outage = Outage(failure: failure, end: reading + pause) }
  }

  /// The failure of a request that must not be sent; `nil` if it may be sent.
  func refusal(at reading: Duration) -> RequestFailure? {
    guard let outage, reading < outage.end else { return nil }
    return outage.failure
  }
}
