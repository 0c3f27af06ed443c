import StoreAPI
import VisibleText

// Whether the store answers, and what its clock shows.
//
//                      2 unavailable, or a silent stream
//   unasked ──1 answer──► online ─────────────────────────► away ◄─┐ 4 unavailable
//      └────────────────────▲──2──────────────────────────►  │ └───┘
//                           └──────────3 answer──────────────┘
//
//   any ──5 unauthorized──► signedOut ──6 answer──► online
//                            └──8 unavailable, or a silent stream──► signedOut
//   any ──7 answer of another epoch──► online; everything that was known is void
//   any ──9 late answer of another epoch──► online; what it says is not believed
//
// 1. The date of `away` is in the store's own time; if the stream ended first, it is that date.
// 2. An answer that is older than the last one changes the link and not the clock, unless its question
//    was asked after that: then the store has gone back, for example to a copy of its folder.
// 3. Every error but `unavailable` and `unauthorized` is an answer; a cancelled question has no effect.
// 9. Late is what was asked before the present epoch was heard of: epochs have no order, so it cannot be
//    known which of the two is later. The same holds for catalogues; updates come in order.

/// Whether the store answers, what its clock shows, and which catalogue it sells.
struct StoreLink: Sendable {
  enum State: Hashable, Sendable {
    case unasked
    case online
    case away(since: Date)
    case signedOut
  }

  private(set) var state = State.unasked
  private(set) var clock: SessionClock
  /// As ``StoreAPI/Answer/catalogue``.
  private(set) var catalogue: String?
  /// The answers so far.
  private(set) var answerCounts = AnswerCounts()
  /// Why the store did not answer the last question.
  private(set) var reason: String?
  private var publishedReason: String?
  /// When the stream of updates ended, until the store answers again.
  private var streamEnd: Date?

  init(clock: SessionClock) { self.clock = clock }

  /// Counts of the store's answers; a late answer is recognised by those at its question.
  struct AnswerCounts: Hashable, Sendable {
    /// The number of answers.
    fileprivate(set) var answers = 0
    /// The number of answers that began another epoch.
    fileprivate(set) var epochs = 0
    /// The number of answers with another catalogue.
    fileprivate(set) var catalogues = 0
  }

  /// Since when the store has not answered; `nil` unless it is away.
  var offlineSince: Date? {
    guard case .away(let since) = state else { return nil }
    return since
  }

  /// The present connection; `nil` before the store was asked.
  var connection: StoreSession.Connection? {
    switch state {
    case .unasked: nil
    case .online: .online
    case .away(let since): .offline(since: since)
    case .signedOut: .signedOut
    }
  }
}

// Each event returns what must be published about the connection; `reading` is what the monotonic
// clock showed.
extension StoreLink {
  /// Takes the time of an answer; `asked` is ``answerCounts`` when its question was asked.
  mutating func answered(
    _ time: StoreTime, at reading: Duration, asked: AnswerCounts
  ) -> StoreSession.Connection? {
    let old = connection ?? .online
    let beginsEpoch = time.epoch != clock.answered.epoch
    state = .online
    streamEnd = nil
    if beginsEpoch
      ? asked.epochs == answerCounts.epochs : asked == answerCounts || !clock.supersedes(time)
    {
      clock = SessionClock(answered: time, readAt: reading)
      if beginsEpoch { answerCounts.epochs += 1 }
    }
    answerCounts.answers += 1
    return old != .online || beginsEpoch && clock.answered.epoch == time.epoch ? .online : nil
  }

  /// Takes the catalogue of an answer, or of an update if `asked` is `nil`.
  mutating func sells(_ catalogue: String?, asked: AnswerCounts? = nil) {
    let isLate = asked.map { $0.catalogues != answerCounts.catalogues } ?? false
    guard catalogue != self.catalogue, !isLate else { return }
    self.catalogue = catalogue
    answerCounts.catalogues += 1
  }

  /// Takes the error that a question ended with.
  mutating func failed(_ error: StoreError, at reading: Duration) -> StoreSession.Connection? {
    switch error {
    case .unauthorized:
      defer { state = .signedOut }
      return state == .signedOut ? nil : .signedOut
    case .unavailable(let reason):
      return away(reason, since: streamEnd ?? lastAnswer(before: reading))
    default:
      return nil
    }
  }

  /// Takes the end of the stream of updates; if it was silent for too long, the store is away.
  mutating func streamEnded(
    silentFor reason: String?, at reading: Duration
  ) -> StoreSession.Connection? {
    if let reason { return away(reason, since: clock.now(at: reading)) }
    streamEnd = clock.now(at: reading)
    return nil
  }

  /// Publishes once more that the store is away if the reason has changed.
  mutating func publishReason() -> StoreSession.Connection? {
    guard let offlineSince, reason != publishedReason else { return nil }
    publishedReason = reason
    return .offline(since: offlineSince)
  }

  private mutating func away(_ reason: String, since date: Date) -> StoreSession.Connection? {
    guard state != .signedOut else { return nil }
    // Anything between the device and the store may have written the reason.
    self.reason = reason.escapingControls
    guard offlineSince == nil else { return nil }
    state = .away(since: date)
    publishedReason = self.reason
    return .offline(since: date)
  }

  /// Before the store has answered, its time is that of the answer that the device kept.
  private func lastAnswer(before reading: Duration) -> Date {
    state == .unasked ? clock.answered.now : clock.now(at: reading)
  }
}
