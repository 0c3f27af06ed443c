import StoreAPI

// What this run of the app knows of its customer's holdings, and how far it has followed the updates.
//
//   kept ──1 holdings──► answered ──2 first update──► current ──3 whole update──► current
//    ▲                      ▲  ▲                       │    ▲
//    │                      │  └──4 stream ended───────┤    │ 6 holdings asked since
//    8 forgotten            └─────4 stream ended── incomplete ◄──5 something is not said
//
//   2 leads to incomplete if something has happened since that no update says
//   7 a holdings answer that is older than what is known changes nothing
//   9 an own `finish()` changes what is known at once, and stays done
//  10 an update that the holdings include is announced and not folded
//  11 half of a change of period waits for the other half: both are folded and announced together
//
// What always holds:
//
// 1. Only in `current` are questions answered from here, and only while nothing has ended by its date
//    since the store told the holdings.
// 2. The cursor is never ahead of the holdings' sequence.
// 3. The holdings' sequence grows only with holdings and, in `current`, with whole updates: an own
//    purchase is in no update, so nothing later may stand for it.
// 4. An update is announced after what it says can be read here.

/// What this run of the app knows of its customer's holdings, and how far it has followed the updates.
struct KnownHoldings: Sendable {
  enum State: Hashable, Sendable {
    /// What the device kept of an earlier run.
    case kept
    /// The store has answered, and nothing keeps it up to date.
    case answered
    /// The stream of updates keeps it up to date.
    case current
    /// The stream is open, and something has happened that it does not say.
    case incomplete
  }

  private(set) var state = State.kept
  private(set) var holdings: CustomerHoldings?
  /// Counts what no update says: holdings answer for it that were asked after it.
  private(set) var gaps = 0
  /// For how many of these the holdings answer.
  private var answeredGaps = 0
  /// The store's time when it told the holdings.
  private var toldAt: Date?
  /// The last event that was taken from the stream; the first holdings' on a device that is new.
  private(set) var reached: Int64?
  /// Nothing has been followed since the device was registered, or since the store was reset.
  private var isUnfollowed = true
  /// The last event in the holdings that the app could read first.
  private var firstSequence: Int64?
  private var finished: Set<TransactionID> = []
  /// What waits for the other half of a change of period.
  private var half: [VerifiedUpdate] = []

  init(_ holdings: CustomerHoldings? = nil, cursor: Int64? = nil) {
    self.holdings = holdings
    reached = holdings.flatMap { holdings in cursor.map { min($0, holdings.sequence) } }
    isUnfollowed = reached == nil
  }

  /// Where the next stream begins; `nil` on a device that has never listened.
  var cursor: Int64? {
    guard let holdings, let reached else { return nil }
    return min(reached, holdings.sequence)
  }

  /// Whether the store must be asked before a question is answered.
  func mustAsk(at now: Date) -> Bool {
    guard state == .current, let holdings, let toldAt else { return true }
    return holdings.entitlementState(at: toldAt) != holdings.entitlementState(at: now)
  }
}

extension KnownHoldings {
  /// Takes holdings that were asked for when `gaps` were counted, unless later ones are known.
  mutating func take(_ read: CustomerHoldings, at date: Date, asked gaps: Int) -> Bool {
    guard holdings.map({ $0.sequence <= read.sequence }) ?? true else { return false }
    holdings = read
    holdings?.unfinished.removeAll { finished.contains($0.payload.transactionId) }
    toldAt = date
    firstSequence = firstSequence ?? read.sequence
    reached = reached ?? read.sequence
    answeredGaps = max(answeredGaps, gaps)
    switch state {
    case .kept: state = .answered
    case .incomplete where answeredGaps == self.gaps: state = .current
    case .answered, .current, .incomplete: break
    }
    return true
  }

  /// The kept copy is shown to the app: what came after it is news.
  mutating func showKept() { firstSequence = firstSequence ?? holdings?.sequence }

  /// Begins to follow the updates.
  ///
  /// - Returns: What waits to be delivered, if nothing was followed before: no update will say it.
  mutating func beginFollowing() -> [Signed<TransactionPayload>] {
    defer { isUnfollowed = false }
    return isUnfollowed ? holdings?.unfinished ?? [] : []
  }

  /// Forgets what belongs to an epoch that is over; answers to earlier questions still count.
  mutating func forget() {
    let (gaps, answeredGaps) = (gaps, answeredGaps)
    self = KnownHoldings()
    (self.gaps, self.answeredGaps) = (gaps, answeredGaps)
  }

  mutating func streamEnded() {
    half = []
    if state != .kept { state = .answered }
  }

  /// Something has happened that no update says.
  mutating func miss() {
    gaps += 1
    if state == .current { state = .incomplete }
  }

  mutating func finish(_ id: TransactionID) {
    finished.insert(id)
    holdings?.unfinished.removeAll { $0.payload.transactionId == id }
  }

  /// Enters a purchase after which the store was gone.
  mutating func include(_ purchase: Signed<TransactionPayload>, isNew: Bool) {
    holdings = (holdings ?? CustomerHoldings()).including(purchase, isNew: isNew)
  }
}

// MARK: - Updates

extension KnownHoldings {
  /// What the app is told after updates.
  struct News: Equatable, Sendable {
    var transactions: [Signed<TransactionPayload>] = []
    var subscriptions: [CustomerHoldings.Subscription] = []
  }

  /// Takes the next update of the stream.
  mutating func take(_ update: VerifiedUpdate) -> News {
    guard let holdings else { return News() }
    if state == .answered { state = answeredGaps == gaps ? .current : .incomplete }
    if update.sequence > holdings.sequence, holdings.isHalf(update.change) {
      half.append(update)
      return News()
    }
    let updates = half + [update]
    half = []
    return updates.reduce(into: News()) { news, update in take(update, into: &news) }
  }

  private mutating func take(_ update: VerifiedUpdate, into news: inout News) {
    guard update.change != .time else { return }
    let isIncluded = holdings.map { update.sequence <= $0.sequence } ?? true
    if !isIncluded { fold(update) }
    reached = max(reached ?? update.sequence, update.sequence)
    switch update.change {
    case .transaction(let signed):
      if isNews(signed.payload, update.sequence) { news.transactions.append(signed) }
    case .subscription(let subscription) where !isIncluded:
      news.subscriptions.append(subscription)
    case .subscription, .finished, .time, .unreadable: break
    }
  }

  private mutating func fold(_ update: VerifiedUpdate) {
    let isWhole = holdings?.fold(update.change, finished: finished) ?? false
    if !isWhole { miss() }
    if state == .current { holdings?.sequence = update.sequence }
  }

  /// Whether the app has to hear of a transaction; of a refund or an upgrade it always has.
  ///
  /// The app could already read what was held when it began, so that is announced only if it is
  /// unfinished.
  private func isNews(_ payload: TransactionPayload, _ sequence: Int64) -> Bool {
    payload.revocationDate != nil || payload.isUpgraded != nil
      || firstSequence.map { sequence > $0 } ?? true
      || holdings?.isWaiting(payload.transactionId) == true
  }
}
