/// Whether a store can be reached, as the ends of the requests to it have shown.
///
/// 1. A request to a store that could not be connected to is tried once.
/// 2. A store that was silent for the whole time limit of a request is not asked again for as long as the
///    pause after a silence: a command waits for it once. The next request after that is a new attempt.
/// 3. Any response ends both.
///
/// A stream of updates is always opened: it is how a program notices that the store answers again.
struct Reachability: Equatable {
  /// Whether the last attempt to connect failed.
  private(set) var wasUnreachable = false
  private var silence: Silence?

  private struct Silence: Equatable {
    let failure: RequestFailure
    /// On the monotonic clock.
    let end: Duration
  }

  mutating func answered() { self = Reachability() }

  mutating func failed(_ failure: RequestFailure, at reading: Duration, pause: Duration) {
    if failure.kind == .unreachable { wasUnreachable = true }
    if failure.isSilence { silence = Silence(failure: failure, end: reading + pause) }
  }

  /// The failure of a request that is not sent; `nil` if it is.
  func refusal(at reading: Duration) -> RequestFailure? {
    guard let silence, reading < silence.end else { return nil }
    return silence.failure
  }
}
