import StoreAPI

/// What one running copy of the app knows of its customer: the link to the store, the holdings, and the
/// orders that wait.
///
/// Each event is a method: it changes the state and returns what must be done. The transitions are
/// drawn in ``StoreLink`` and ``KnownHoldings``.
struct CustomerState: Sendable {
  private(set) var link: StoreLink
  private(set) var known: KnownHoldings
  /// Orders that wait for something else to happen, and their products.
  private(set) var pending: [OrderKey: String]
  /// Transactions that this run's own purchases returned.
  private var ownPurchases: Set<TransactionID> = []
  /// This run's orders that have no result yet.
  private var ordersInFlight: [OrderKey: OrderInFlight] = [:]
  /// The unfinished transactions that the device's file keeps.
  private(set) var kept: Set<TransactionID>
  /// What updates have said to be finished, until the file is written without it.
  private(set) var finishedElsewhere: Set<TransactionID> = []
  /// The clock of the last update of the time, or of the first stream's beginning.
  private var streamClock: SessionClock?

  init(
    clock: SessionClock, known: KnownHoldings, pending: [OrderKey: String] = [:],
    kept: Set<TransactionID> = []
  ) {
    link = StoreLink(clock: clock)
    self.known = known
    self.pending = pending
    self.kept = kept
  }

  /// Whether the store must be asked before a question is answered.
  func mustAsk(at reading: Duration) -> Bool {
    link.state != .online || known.mustAsk(at: link.clock.now(at: reading))
  }

  /// The known holdings; empty if none are known.
  var holdings: CustomerHoldings { known.holdings ?? CustomerHoldings() }

  /// The same state without holdings, for a device that the store refuses.
  var withoutHoldings: CustomerState {
    var copy = self
    copy.known = KnownHoldings()
    return copy
  }

  /// Returns whether this run did not buy a transaction itself.
  ///
  /// If it can be the result of an order that this run is sending, it is announced when that order
  /// ends, unless it was the result.
  mutating func isExternal(_ signed: Signed<TransactionPayload>) -> Bool {
    guard !ownPurchases.contains(signed.payload.transactionId) else { return false }
    let order = ordersInFlight.first { $0.value.mayHaveSold(signed.payload) }
    guard let key = order?.key else { return true }
    ordersInFlight[key]?.held.append(signed)
    return false
  }
}

/// An order that has no result yet.
private struct OrderInFlight {
  let productID: String
  /// The last transaction that was known before it was sent; the result has a greater ID.
  let last: TransactionID?
  /// The transactions that can be its result.
  var held: [Signed<TransactionPayload>] = []

  func mayHaveSold(_ payload: TransactionPayload) -> Bool {
    payload.productId == productID && payload.transactionReason == .purchase
      && last.map { payload.transactionId > $0 } ?? true
  }
}

extension CustomerState {
  /// Something that must be done.
  enum Action: Equatable, Sendable {
    /// Ask for the holdings.
    case ask
    case keep(DeviceChange)
    /// Keep the holdings, soon and together with later ones.
    case keepSoon
    /// Remove what belongs to another epoch, which was the known one, and listen anew.
    case beginEpoch(StoreTime, after: Int)
    case announce(Signed<TransactionPayload>)
    /// Announce the unfinished transactions that could not be read before.
    case announceUnfinished
    case announceStatus(CustomerHoldings.Subscription)
    case publish(StoreSession.Connection)
    /// Ask until the store answers, then open another stream.
    case listenAnew
    /// The store's clock was moved, frozen or let run, or it sells something else.
    case publishTime
    case recoverOrders
  }
}

// MARK: - The link; `reading` is what the monotonic clock showed

extension CustomerState {
  /// `asked` is ``StoreLink/answers`` when the question was asked.
  mutating func answered(
    _ time: StoreTime, at reading: Duration, asked: Int? = nil
  ) -> [Action] {
    let old = link
    let actions =
      publish(link.answered(time, at: reading, asked: asked))
      + (old.offlineSince != nil ? [.recoverOrders] : [])
      + (old.offlineSince != nil || old.state == .signedOut ? [.announceUnfinished] : [])
      + (old.state == .signedOut ? [.listenAnew] : [])
    let epoch = old.clock.answered.epoch
    guard link.clock.answered.epoch != epoch else { return actions }
    known.forget()
    pending = [:]
    ownPurchases = []
    ordersInFlight = [:]
    (kept, finishedElsewhere) = ([], [])
    return [.beginEpoch(time, after: epoch)] + actions
  }

  /// If the stream is open, it begins anew: a quiet one would not show that the store answers again.
  mutating func failed(_ fault: StoreFault, at reading: Duration) -> [Action] {
    let published = publish(link.failed(fault, at: reading))
    guard link.offlineSince != nil, known.isFollowed else { return published }
    known.streamEnded()
    return published + [.listenAnew]
  }

  /// The stream of updates has ended; `silence` is the reason if it was silent for too long.
  mutating func streamEnded(silence: String? = nil, at reading: Duration) -> [Action] {
    known.streamEnded()
    return publish(link.streamEnded(silentFor: silence, at: reading))
  }

  /// The listener has tried in vain to reach the store.
  mutating func triedAgain() -> [Action] { publish(link.publishReason()) }

  private func publish(_ connection: StoreSession.Connection?) -> [Action] {
    connection.map { [.publish($0)] } ?? []
  }
}

// MARK: - The holdings

extension CustomerState {
  /// The store has answered with holdings, after an own purchase if there is one.
  mutating func received(
    _ read: CustomerHoldings, at time: StoreTime, asked baseline: KnownHoldings.Baseline,
    after purchase: OwnPurchase? = nil
  ) -> [Action] {
    let before = known.holdings
    guard time.epoch == link.clock.answered.epoch else {
      return purchase.map { settled($0.key) } ?? []
    }
    guard known.take(read, at: time.now, asked: baseline) else {
      return purchase.map { soldWithoutHoldings($0) } ?? []
    }
    if let purchase { keepUnfinished(purchase) }
    let ended = orders(waitingFor: read.products(arrivedSince: before))
    let changed = before.map(read.subscriptions(changedSince:)) ?? []
    return keep(
      purchase, ending: ended + (purchase.map { [$0.key] } ?? []),
      wentBack: read.sequence < before?.sequence ?? 0)
      + changed.map(Action.announceStatus)
  }

  /// The holdings are known, and the stream of updates is about to be opened.
  mutating func beginFollowing() -> [Action] {
    streamClock = streamClock ?? link.clock
    return []
  }

  mutating func received(
    _ update: VerifiedUpdate, at time: StoreTime, reading: Duration
  ) -> [Action] {
    if known.isHalf(update), time.epoch == link.clock.answered.epoch {
      _ = known.take(update)
      return []
    }
    // Not by the last answer: another question may have brought the time that this update announces.
    let isMoved = update.change == .time && streamClock?.isMoved(by: time, at: reading) ?? true
    if update.change == .time { streamClock = SessionClock(answered: time, readAt: reading) }
    let answered = answered(time, at: reading)
    // The next renewal may cost something else, which no update says.
    guard update.change != .products else { return answered + [.ask, .publishTime] }
    guard time.epoch == link.clock.answered.epoch else { return answered }
    let cursor = known.cursor
    let changes = known.take(update)
    let ended = orders(waitingFor: Set(changes.transactions.map(\.payload.productId)))
    let isKept = isMoved || update.change != .time || known.cursor != cursor
    // With the time since the end, the win-back offers of an expired subscription change.
    let mayWinBack =
      isMoved && holdings.subscriptions.contains { $0.status(at: time.now) == .expired }
    return answered + (known.state == .incomplete || mayWinBack ? [.ask] : [])
      + (isKept ? keep(update, ending: ended) : [])
      + changes.transactions.map(Action.announce)
      + changes.subscriptions.map(Action.announceStatus)
      + (isMoved ? [.publishTime] : [])
  }

  /// The app reads what the device kept, because the store is away.
  mutating func showedKept() -> [Action] {
    known.showKept()
    return []
  }

  /// The store has answered that these are finished.
  ///
  /// Another copy of the app may have bought and kept them.
  mutating func finished(_ ids: [TransactionID]) -> [Action] {
    kept.subtract(ids)
    return [.keep(.finished(Set(ids)))]
  }

  /// The file was written without these, or could not be written.
  mutating func wroteFinished(_ ids: Set<TransactionID>) { finishedElsewhere.subtract(ids) }

  /// Keeps what an update has changed; it can wait, because the store tells it again.
  private mutating func keep(_ update: VerifiedUpdate, ending orders: [OrderKey]) -> [Action] {
    if case .finished(let id) = update.change {
      kept.remove(id)
      finishedElsewhere.insert(id)
    }
    return orders.isEmpty ? [.keepSoon] : keep(ending: orders)
  }

  private mutating func keep(
    _ purchase: OwnPurchase? = nil, ending orders: [OrderKey], wentBack: Bool = false
  ) -> [Action] {
    for key in orders { pending[key] = nil }
    return [.keep(.holdings(after: purchase, ending: orders, wentBack: wentBack))]
  }

  /// The file keeps an own purchase until it is finished.
  private mutating func keepUnfinished(_ purchase: OwnPurchase) {
    if purchase.isNew { kept.insert(purchase.signed.payload.transactionId) }
  }
}

// MARK: - Orders

/// A transaction that answers an own order; it is unfinished only if it is new.
struct OwnPurchase: Equatable, Sendable {
  let signed: Signed<TransactionPayload>
  let isNew: Bool
  let key: OrderKey
}

extension CustomerState {
  /// An own order is about to be sent: until it ends, a new transaction of its product may be its
  /// result, and is not announced.
  mutating func beginOrder(_ key: OrderKey, product: String) -> [Action] {
    let last = holdings.transactions.first?.payload.transactionId
    ordersInFlight[key] = OrderInFlight(productID: product, last: last)
    return []
  }

  mutating func endOrder(_ key: OrderKey) -> [Action] {
    let held = ordersInFlight.removeValue(forKey: key)?.held ?? []
    return held.filter { isExternal($0) }.map(Action.announce)
  }

  /// An own order was answered with a transaction, which no update contains.
  mutating func sold(_ id: TransactionID, isNew: Bool) -> [Action] {
    if isNew { ownPurchases.insert(id) }
    known.miss()
    return []
  }

  /// The store went away after an own purchase, before it answered with the holdings.
  mutating func soldWithoutHoldings(_ purchase: OwnPurchase) -> [Action] {
    known.include(purchase.signed)
    keepUnfinished(purchase)
    pending[purchase.key] = nil
    return [.keep(.purchase(purchase))]
  }

  /// The unfinished purchase of an earlier order has become known, and the holdings include it.
  mutating func recovered(_ purchase: OwnPurchase) -> [Action] {
    keepUnfinished(purchase)
    return keep(purchase, ending: [purchase.key])
  }

  /// The order waits for something else to happen.
  mutating func waits(_ key: OrderKey, product: String) -> [Action] {
    pending[key] = product
    return [.keep(.waiting(key))]
  }

  mutating func settled(_ key: OrderKey) -> [Action] {
    pending[key] = nil
    return [.keep(.settled(key))]
  }

  private func orders(waitingFor products: Set<String>) -> [OrderKey] {
    pending.filter { products.contains($0.value) }.map(\.key)
  }
}
