import StoreAPI

// Whether the store answers, and what its clock shows.
//
//                      2 unavailable, or a silent stream
//   unheard ──1 answer──► online ─────────────────────────► away ◄─┐ 4 unavailable
//      └────────────────────▲──2──────────────────────────►  │ └───┘
//                           └──────────3 answer──────────────┘
//
//   any ──5 unauthorized──► signedOut ──6 answer──► online
//   any ──7 answer of another epoch──► online; whatever was known is void
//
// 1. `away` says since when in the store's own time: since the stream ended, if that is how it began.
// 2. An answer that was overtaken by a later one changes the link and not the clock.
// 3. Every fault but `unavailable` and `unauthorized` is an answer; a question that was cancelled
//    says nothing.

/// Whether the store answers, and what its clock shows.
struct StoreLink: Sendable {
  enum State: Hashable, Sendable {
    case unheard
    case online
    case away(since: Date)
    case signedOut
  }

  private(set) var state = State.unheard
  private(set) var clock: SessionClock
  /// Why the store did not answer when it was asked last.
  private(set) var reason: String?
  private var publishedReason: String?
  /// When the stream of updates ended after which the store has not answered yet.
  private var streamEnd: Date?

  init(clock: SessionClock) { self.clock = clock }

  /// Since when the store has not answered; `nil` unless it is away.
  var offlineSince: Date? {
    guard case .away(let since) = state else { return nil }
    return since
  }
}

extension StoreLink {
  /// What an answer changes.
  struct Change: Equatable, Sendable {
    /// What those who watch the connection are told; `nil` if nothing.
    var connection: StoreSession.Connection?
    /// The store has been reset since it last answered.
    var isNewEpoch = false
    /// Orders whose answers were lost can be asked for again.
    var isBack = false
  }

  /// Takes the time of an answer that came when the monotonic clock showed `reading`.
  mutating func answered(_ time: StoreTime, at reading: Duration) -> Change {
    let wasAway = offlineSince != nil
    state = .online
    streamEnd = nil
    let isNewEpoch = time.epoch > clock.answered.epoch
    if !clock.overtakes(time) { clock = SessionClock(answered: time, readAt: reading) }
    return Change(
      connection: wasAway || isNewEpoch ? .online : nil, isNewEpoch: isNewEpoch, isBack: wasAway)
  }

  /// Takes a fault that a question ended with.
  mutating func failed(_ fault: StoreFault, at reading: Duration) -> Change {
    switch fault {
    case .unauthorized:
      defer { state = .signedOut }
      return Change(connection: state == .signedOut ? nil : .signedOut)
    case .unavailable(let reason):
      return away(reason, since: streamEnd ?? lastHeard(at: reading))
    default:
      return Change()
    }
  }

  /// Notes that the stream of updates has ended; one that was silent means that the store is away.
  mutating func streamEnded(silentFor reason: String?, at reading: Duration) -> Change {
    if let reason { return away(reason, since: clock.now(at: reading)) }
    streamEnd = clock.now(at: reading)
    return Change()
  }

  /// Says once more that the store is away if it is for another reason than was published.
  mutating func publishReason() -> Change {
    guard let offlineSince, reason != publishedReason else { return Change() }
    publishedReason = reason
    return Change(connection: .offline(since: offlineSince))
  }

  private mutating func away(_ reason: String, since date: Date) -> Change {
    // Whoever stands between may have written it.
    self.reason = reason.escapingControls
    guard offlineSince == nil else { return Change() }
    state = .away(since: date)
    publishedReason = self.reason
    return Change(connection: .offline(since: date))
  }

  /// Before the store has answered, its time is that of the answer that the device kept.
  private func lastHeard(at reading: Duration) -> Date {
    state == .unheard ? clock.answered.now : clock.now(at: reading)
  }
}
