import AppStorePayloads
import StoreAPI

// The purchases, and what the device's file keeps of them.
extension CustomerState {
  /// The store has answered with purchases, after an own purchase if there is one.
  mutating func received(
    _ read: VerifiedPurchases, at time: StoreTime, asked baseline: KnownPurchases.Baseline,
    after purchase: OwnPurchase? = nil
  ) -> [Action] {
    let before = known.purchases
    guard time.epoch == link.clock.answered.epoch else {
      return purchase.map { settled($0.key) } ?? []
    }
    guard known.take(read, at: time.now, asked: baseline) else {
      return purchase.map { soldWithoutPurchases($0) } ?? []
    }
    if let newest = read.transactions.first(where: \.isVerified) { received(newest) }
    if let purchase { keepUnfinished(purchase) }
    let products = read.products(arrivedSince: before)
    let ended = orders(waitingFor: products.union(read.products(settledSince: before)))
    let changed = before.map(read.subscriptions(changedSince:)) ?? []
    let wentBack = read.sequence < before?.sequence ?? 0
    return keep(
      purchase, ending: ended + (purchase.map { [$0.key] } ?? []), wentBack: wentBack)
      + (wentBack ? [.detectRollback] : [])
      + changed.map(Action.announceStatus)
      + (before?.orders ?? [] == read.orders ? [] : [.publishOrders])
  }

  /// The purchases are known, and the stream of updates is about to be opened.
  mutating func beginFollowing() -> [Action] {
    streamClock = streamClock ?? link.clock
    return []
  }

  /// `asked` is ``StoreLink/answerCounts`` when the stream was opened.
  mutating func received(
    _ update: VerifiedUpdate, at time: StoreTime, reading: Duration, asked: StoreLink.AnswerCounts
  ) -> [Action] {
    let answered = answered(time, at: reading, asked: asked)
    guard time.epoch == link.clock.answered.epoch else { return answered }
    // Not by the last answer: another question may have brought the time that this update announces.
    let isMoved = update.change == .time && streamClock?.isMoved(by: time, at: reading) ?? true
    if update.change == .time { streamClock = SessionClock(answered: time, readAt: reading) }
    // The next renewal may cost something else, which no update says.
    guard update.change != .products else { return answered + [.ask, .publishTime] }
    let cursor = known.cursor
    let changes = known.take(update)
    for signed in changes.transactions { received(signed) }
    let ended = orders(waitingFor: Set(changes.transactions.map(\.payload.productId)))
    let isKept = isMoved || update.change != .time || known.cursor != cursor
    // The win-back offers of an expired subscription change with the time since its end.
    let mayWinBack =
      isMoved && purchases.subscriptions.contains { $0.status(at: time.now) == .expired }
    // Saves before it asks: if the session closes during the request, the device keeps what it has
    // shown.
    return answered + (isKept ? keep(update, ending: ended) : [])
      + (known.state == .incomplete || mayWinBack ? [.ask] : [])
      + changes.transactions.map(Action.announce)
      + changes.subscriptions.map(Action.announceStatus)
      + (isMoved || update.changesHistory ? [.publishTime] : [])
      + (update.declinedRefund.map { [.publishDeclinedRefund($0)] } ?? [])
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
    removeKept(Set(ids))
    return [.keep(.finished(Set(ids)))]
  }

  /// The file was written without these, or could not be written.
  mutating func wroteFinished(_ ids: Set<TransactionID>) { finishedElsewhere.subtract(ids) }

  /// Keeps the changes of an update; writing them can wait, because the store sends them again.
  private mutating func keep(_ update: VerifiedUpdate, ending orders: [OrderKey]) -> [Action] {
    if let id = update.settledID {
      removeKept([id])
      finishedElsewhere.insert(id)
    }
    return orders.isEmpty ? [.keepSoon] : keep(ending: orders)
  }

  mutating func keep(
    _ purchase: OwnPurchase? = nil, ending orders: [OrderKey], wentBack: Bool = false
  ) -> [Action] {
    for key in orders { pending[key] = nil }
    return [.keep(.purchases(after: purchase, ending: orders, wentBack: wentBack))]
  }

  /// The file keeps an own purchase until it is finished.
  mutating func keepUnfinished(_ purchase: OwnPurchase) {
    received(purchase.signed)
    if purchase.isNew { kept.insert(purchase.signed.payload.identity) }
  }

  /// The store says that these are finished; a kept purchase with the same ID may be another one.
  private mutating func removeKept(_ ids: Set<TransactionID>) {
    kept = kept.filter { !ids.contains($0.id) || received.conflicts(with: $0) }
  }
}

extension VerifiedUpdate {
  /// Whether the history differs in what no purchases have.
  ///
  /// A consumable that another device delivers comes to no other device, but its end does.
  fileprivate var changesHistory: Bool {
    switch change {
    case .refundRequest, .deleted, .finished, .unreadable: true
    default: false
    }
  }

  /// The transaction whose refund was declined.
  fileprivate var declinedRefund: TransactionID? {
    guard case .refundRequest(let request) = change, request.state == .declined else { return nil }
    return request.transactionID
  }

  /// The transaction that must no longer be delivered.
  var settledID: TransactionID? {
    switch change {
    case .finished(let id), .deleted(let id): id
    default: nil
    }
  }
}
