import StoreAPI

/// What one running copy of the app knows of its customer: the link to the store, the holdings, and the
/// orders that wait.
///
/// Events go in, the new state stands here, and what must be done comes out. The transitions are drawn
/// in ``StoreLink`` and ``KnownHoldings``.
struct CustomerState: Sendable {
  private(set) var link: StoreLink
  private(set) var known: KnownHoldings
  /// Orders that wait for something else to happen, and their products.
  private(set) var pending: [OrderKey: String]
  /// Transactions that this run's own purchases returned.
  private var ownPurchases: Set<TransactionID> = []

  init(clock: SessionClock, known: KnownHoldings, pending: [OrderKey: String] = [:]) {
    link = StoreLink(clock: clock)
    self.known = known
    self.pending = pending
  }

  /// Whether the store must be asked before a question is answered.
  func mustAsk(at reading: Duration) -> Bool {
    link.state != .online || known.mustAsk(at: link.clock.now(at: reading))
  }

  /// What is held, as far as it is known.
  var holdings: CustomerHoldings { known.holdings ?? CustomerHoldings() }

  /// The same state of a device that may hold nothing.
  var withoutHoldings: CustomerState {
    var copy = self
    copy.known = KnownHoldings()
    return copy
  }

  /// Of these transactions those that this run did not buy itself.
  func elsewhere(
    _ transactions: [Signed<TransactionPayload>]
  ) -> [Signed<TransactionPayload>] {
    transactions.filter { !ownPurchases.contains($0.payload.transactionId) }
  }
}

extension CustomerState {
  /// Something that has happened; `at` is what the monotonic clock showed.
  enum Event: Sendable {
    case answered(StoreTime, at: Duration)
    case failed(StoreFault, at: Duration)
    /// The store has told the holdings, asked when ``KnownHoldings/gaps`` was `asked`.
    case told(CustomerHoldings, StoreTime, asked: Int, ending: OrderKey? = nil)
    /// The holdings are there, and the stream of updates is about to be opened.
    case following
    case updated(VerifiedUpdate, StoreTime, at: Duration)
    /// The stream has ended; `silence` says so if it said nothing for longer than it may.
    case streamEnded(silence: String? = nil, at: Duration)
    case triedAgain
    /// The app reads what the device kept, because the store is away.
    case shownKept
    /// An own order was answered with a transaction, which no update will say.
    case sold(TransactionID, isNew: Bool)
    /// The store was gone before it could tell the holdings after an own purchase.
    case soldWithoutHoldings(Signed<TransactionPayload>, isNew: Bool, OrderKey)
    case finished(TransactionID)
    case waits(OrderKey, product: String)
    case settled(OrderKey)
  }

  /// Something that must be done.
  enum Action: Equatable, Sendable {
    /// Ask for the holdings.
    case ask
    case keep(DeviceChange)
    /// What belongs to another epoch goes, and listening begins anew.
    case beginEpoch(StoreTime)
    case announce(Signed<TransactionPayload>)
    case announceStatus(CustomerHoldings.Subscription)
    case publish(StoreSession.Connection)
    /// The store's clock was moved, frozen or let run.
    case publishTime
    case recoverOrders
  }

  mutating func receive(_ event: Event) -> [Action] {
    switch event {
    case .answered(let time, let reading): answered(time, reading)
    case .failed(let fault, let reading): actions(link.failed(fault, at: reading))
    case .told(let read, let time, let asked, let key): told(read, time, asked, ending: key)
    case .following: elsewhere(known.beginFollowing()).map(Action.announce)
    case .updated(let update, let time, let reading): updated(update, time, reading)
    case .streamEnded(let silence, let reading): streamEnded(silence, reading)
    case .triedAgain: actions(link.publishReason())
    case .shownKept: shownKept()
    case .sold(let id, let isNew): sold(id, isNew)
    case .soldWithoutHoldings(let signed, let isNew, let key): sold(signed, isNew, key)
    case .finished(let id): finished(id)
    case .waits(let key, let product): waits(key, product)
    case .settled(let key): settle([key])
    }
  }
}

// MARK: - The link

extension CustomerState {
  private mutating func answered(_ time: StoreTime, _ reading: Duration) -> [Action] {
    let change = link.answered(time, at: reading)
    guard change.isNewEpoch else { return actions(change) }
    known.forget()
    pending = [:]
    ownPurchases = []
    return [.beginEpoch(time)] + actions(change)
  }

  private func actions(_ change: StoreLink.Change) -> [Action] {
    (change.connection.map { [.publish($0)] } ?? []) + (change.isBack ? [.recoverOrders] : [])
  }

  private mutating func streamEnded(_ silence: String?, _ reading: Duration) -> [Action] {
    known.streamEnded()
    return actions(link.streamEnded(silentFor: silence, at: reading))
  }
}

// MARK: - The holdings

extension CustomerState {
  private mutating func told(
    _ read: CustomerHoldings, _ time: StoreTime, _ asked: Int, ending key: OrderKey?
  ) -> [Action] {
    let before = known.holdings
    guard time.epoch == link.clock.answered.epoch,
      known.take(read, at: time.now, asked: asked)
    else { return settle(key.map { [$0] } ?? []) }
    let ended = orders(waitingFor: read.products(arrivedSince: before)) + (key.map { [$0] } ?? [])
    let changed = before.map(read.subscriptions(changedSince:)) ?? []
    return keep(time, ending: ended) + changed.map(Action.announceStatus)
  }

  private mutating func updated(
    _ update: VerifiedUpdate, _ time: StoreTime, _ reading: Duration
  ) -> [Action] {
    let isMoved = update.change == .time && link.clock.isMoved(by: time, at: reading)
    let answered = answered(time, reading)
    guard time.epoch == link.clock.answered.epoch else { return answered }
    let news = known.take(update)
    let ended = orders(waitingFor: Set(news.transactions.map(\.payload.productId)))
    let isKept = isMoved || update.change != .time || news != KnownHoldings.News()
    return answered + (known.state == .incomplete ? [.ask] : [])
      + (isKept ? keep(time, ending: ended) : [])
      + news.transactions.map(Action.announce) + news.subscriptions.map(Action.announceStatus)
      + (isMoved ? [.publishTime] : [])
  }

  private mutating func shownKept() -> [Action] {
    known.showKept()
    return []
  }

  private mutating func finished(_ id: TransactionID) -> [Action] {
    known.finish(id)
    return [.keep(.finished(id))]
  }

  private mutating func keep(_ time: StoreTime, ending orders: [OrderKey] = []) -> [Action] {
    for key in orders { pending[key] = nil }
    guard let holdings = known.holdings else { return [] }
    return [
      .keep(.holdings(holdings.signed, cursor: known.cursor, time, ending: orders))
    ]
  }
}

// MARK: - Orders

extension CustomerState {
  private mutating func sold(_ id: TransactionID, _ isNew: Bool) -> [Action] {
    if isNew { ownPurchases.insert(id) }
    known.miss()
    return []
  }

  private mutating func sold(
    _ signed: Signed<TransactionPayload>, _ isNew: Bool, _ key: OrderKey
  ) -> [Action] {
    known.include(signed, isNew: isNew)
    pending[key] = nil
    return [.keep(.purchase(signed, isNew: isNew, ending: key))]
  }

  private mutating func waits(_ key: OrderKey, _ product: String) -> [Action] {
    pending[key] = product
    return [.keep(.waiting(key))]
  }

  private mutating func settle(_ keys: [OrderKey]) -> [Action] {
    for key in keys { pending[key] = nil }
    return keys.map { .keep(.settled($0)) }
  }

  private func orders(waitingFor products: Set<String>) -> [OrderKey] {
    pending.filter { products.contains($0.value) }.map(\.key)
  }
}
