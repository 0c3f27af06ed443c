import AppStorePayloads

// The customer's purchases as this run of the app knows them, and how far it has followed the updates.
//
//   kept ──1 purchases──► answered ──2 first update──► current ──3 whole update──► current
//    ▲                      ▲  ▲                       │    ▲
//    │                      │  └──4 stream ended───────┤    │ 6 purchases asked for since
//    8 forgotten            └─────4 stream ended── incomplete ◄──5 an update is missing or partial
//
//   2 leads to incomplete if something has happened since that no update contains
//   7 purchases that are older than the known ones change nothing, unless 12
//  10 an update that the purchases include is announced and not folded
//  12 older purchases that were asked for since the last change: the store has gone back, for example
//     to a backup, and so does everything known
//
// Invariants:
//
// 1. Questions are answered from here only in `current`, and only if no entitlement has ended by its
//    date since the store's purchases came.
// 2. The cursor is never ahead of the purchases' sequence.
// 3. The purchases' sequence grows only with purchases and, in `current`, with whole updates. No update
//    contains an own purchase, so a later update must not count as if it did.
// 4. An update is announced after its content can be read here.

/// The customer's purchases as this run of the app knows them, and how far it has followed the updates.
struct KnownPurchases: Sendable {
  enum State: Hashable, Sendable {
    /// The device kept them in an earlier run.
    case kept
    /// The store has answered, and nothing keeps them up to date.
    case answered
    /// The stream of updates keeps them up to date.
    case current
    /// The stream is open, and something has happened that its updates do not contain.
    case incomplete
  }

  private(set) var state = State.kept
  private(set) var purchases: VerifiedPurchases?
  /// The number of changes that no update contains; purchases that are asked for later include them.
  private(set) var gaps = 0
  /// The number of these changes that the purchases include.
  private var answeredGaps = 0
  /// The store's time of the answer with the purchases.
  private var answeredAt: Date?
  /// The last event that was taken from the stream; on a new device that of the first purchases.
  private(set) var reached: Int64?
  /// The sequence of the first purchases that the app could read.
  private(set) var firstSequence: Int64?

  init(_ purchases: VerifiedPurchases? = nil, cursor: Int64? = nil) {
    self.purchases = purchases
    reached = purchases.flatMap { purchases in cursor.map { min($0, purchases.sequence) } }
  }

  /// The position at which the next stream begins; `nil` on a device that has never listened.
  var cursor: Int64? {
    guard let purchases, let reached else { return nil }
    return min(reached, purchases.sequence)
  }

  /// Whether the stream of updates is open.
  var isFollowed: Bool { state == .current || state == .incomplete }

  /// Whether the store must be asked before a question is answered.
  func mustAsk(at now: Date) -> Bool {
    guard state == .current, let purchases, let answeredAt else { return true }
    return purchases.entitlementState(at: answeredAt) != purchases.entitlementState(at: now)
  }
}

extension KnownPurchases {
  /// The state at the time of a request for purchases.
  struct Baseline: Sendable {
    var gaps: Int
    var sequence: Int64?
  }

  var baseline: Baseline { Baseline(gaps: gaps, sequence: purchases?.sequence) }

  /// Takes purchases, unless later ones have become known since the question.
  mutating func take(
    _ read: VerifiedPurchases, at date: Date, asked baseline: Baseline
  ) -> Bool {
    if let known = purchases?.sequence, read.sequence < known {
      guard baseline.sequence == known else { return false }
      // Numbers that the store has used already will be those of other events and transactions.
      reached = reached.map { min($0, read.sequence) }
      firstSequence = firstSequence.map { min($0, read.sequence) }
    }
    purchases = read
    answeredAt = date
    firstSequence = firstSequence ?? read.sequence
    reached = reached ?? read.sequence
    answeredGaps = max(answeredGaps, baseline.gaps)
    switch state {
    case .kept: state = .answered
    case .incomplete where answeredGaps == gaps: state = .current
    case .answered, .current, .incomplete: break
    }
    return true
  }

  /// The app has read the kept copy: everything that came after it must be announced.
  mutating func showKept() { firstSequence = firstSequence ?? purchases?.sequence }

  /// Forgets an epoch that has ended; the count of gaps continues, for answers that are still to
  /// come.
  mutating func forget() {
    let (gaps, answeredGaps) = (gaps, answeredGaps)
    self = KnownPurchases()
    (self.gaps, self.answeredGaps) = (gaps, answeredGaps)
  }

  mutating func streamEnded() {
    if state != .kept { state = .answered }
  }

  /// Records a change that no update contains.
  mutating func recordGap() {
    gaps += 1
    if state == .current { state = .incomplete }
  }

  /// Adds a purchase after which the store went away.
  mutating func include(_ purchase: Signed<TransactionPayload>) {
    purchases = (purchases ?? VerifiedPurchases()).including(purchase)
  }
}

// MARK: - Updates

extension KnownPurchases {
  /// The changes to announce after updates.
  struct Changes: Equatable, Sendable {
    var transactions: [Signed<TransactionPayload>] = []
    var subscriptions: [VerifiedPurchases.Subscription] = []
  }

  /// Takes the next update of the stream.
  mutating func take(_ update: VerifiedUpdate) -> Changes {
    guard let before = purchases else { return Changes() }
    if state == .answered { state = answeredGaps == gaps ? .current : .incomplete }
    // Every event until the time's sequence was sent, or is of no interest.
    guard update.change != .products else { return Changes() }
    reached = max(reached ?? update.sequence, update.sequence)
    var changes = Changes()
    if case .transaction(let signed, _) = update.change,
      mustAnnounce(signed.payload, update.sequence)
    {
      changes.transactions = [signed]
    }
    guard update.change != .time, update.sequence > before.sequence else { return changes }
    fold(update)
    if let subscription = update.subscription,
      !before.subscriptions.contains(where: subscription.agrees)
    {
      changes.subscriptions = [subscription]
    }
    return changes
  }

  private mutating func fold(_ update: VerifiedUpdate) {
    let isWhole = purchases?.fold(update.change) ?? false
    if !isWhole { recordGap() }
    if state == .current { purchases?.sequence = update.sequence }
  }

  /// Whether a transaction must be announced; always if it was refunded or upgraded.
  ///
  /// The app could read the first purchases. Those of their transactions that are unfinished come in
  /// pages, which are read after the first purchases.
  private func mustAnnounce(_ payload: TransactionPayload, _ sequence: Int64) -> Bool {
    payload.revocationDate != nil || payload.isUpgraded != nil
      || firstSequence.map { sequence > $0 } ?? true
  }
}
