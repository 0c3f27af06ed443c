import AppStorePayloads
package import Foundation
package import StoreAPI

extension Ledger {
  /// Sells the product of an order, or lets the order wait; nothing happens if the order was settled
  /// or waits already.
  ///
  /// The last event settles the order's key, or says that it waits. Everything that is due until
  /// `now` must be settled.
  ///
  /// - Throws: The errors of ``StoreAPI/StoreBackend/purchase(_:)``; then nothing is charged, and
  ///   the key can still be used.
  package func purchase(
    _ order: Order, offer: SaleOffer = .automatic, at now: Date, in snapshot: CatalogueSnapshot,
    device: Int64
  ) throws(StoreError) -> [LedgerEvent] {
    guard try !isKnown(order) else { return [] }
    let product = try snapshot.product(order.productID)
    let sale = try sale(
      of: order.productID, quantity: order.quantity, offer: offer, at: now, in: snapshot)
    let quote = quote(sale, for: product, at: now, in: snapshot)
    if let confirmed = order.quote, !quote.matches(confirmed: confirmed) {
      throw .quoteChanged(quote: quote)
    }
    if !sale.isOwned, let cause = snapshot.waitingCause(of: order) {
      return [wait(order, for: cause, offer: offer, product, at: now, device: device)]
    }
    return settled(
      sale, PurchaseContext(order: order, now: now, snapshot: snapshot, device: device))
  }

  /// Sells an order that waits.
  func sell(
    _ waiting: WaitingOrder, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    let order = waiting.order
    let sale = try sale(
      of: order.productID, quantity: order.quantity, offer: waiting.offer, at: now, in: snapshot)
    return settled(
      sale, PurchaseContext(order: order, now: now, snapshot: snapshot, device: waiting.device))
  }

  /// Returns the events of a sale; the last one settles the order's key.
  func settled(_ sale: Sale, _ purchase: PurchaseContext) -> [LedgerEvent] {
    let (events, outcome) = self.events(of: sale, purchase)
    let order = purchase.order
    return events + endedWaits(by: order, outcome) + [
      .orderSettled(key: order.key, request: OrderRequest(order), outcome: outcome)
    ]
  }

  /// Closes an order's key if the order has not arrived.
  package func settleOrder(_ key: OrderKey) -> [LedgerEvent] {
    orders[key] == nil && waitingOrder(for: key) == nil ? [.orderClosed(key: key)] : []
  }

  /// Returns the outcome of an order, or `nil` if it waits or its key has been closed.
  package func outcome(of key: OrderKey) -> OrderOutcome? {
    switch orders[key] {
    case .settled(_, let outcome): outcome
    case .repeated(let original): outcome(of: original)
    case .closed, nil: nil
    }
  }

  /// Returns whether an order was settled or waits under its key.
  ///
  /// - Throws: ``StoreError/orderKeyReused(key:)`` if it is another order, and
  ///   ``StoreError/orderKeyClosed(key:)`` if the key was closed.
  func isKnown(_ order: Order) throws(StoreError) -> Bool {
    if case .repeated(let original) = orders[order.key] {
      guard orders[original] != .closed else { throw .orderKeyClosed(key: order.key) }
      return true
    }
    if let waiting = waitingOrder(for: order.key) {
      guard waiting.request == OrderRequest(order) else { throw .orderKeyReused(key: order.key) }
      return true
    }
    try orders[order.key]?.check(order)
    return orders[order.key] != nil
  }
}

extension OrderRecord {
  /// Checks that `order` is the order that was settled under this key.
  ///
  /// - Throws: ``StoreError/orderKeyReused(key:)`` if another order was settled, and
  ///   ``StoreError/orderKeyClosed(key:)`` if the key was closed.
  fileprivate func check(_ order: Order) throws(StoreError) {
    switch self {
    case .closed: throw .orderKeyClosed(key: order.key)
    case .settled(let request, _) where request == OrderRequest(order): return
    case .settled: throw .orderKeyReused(key: order.key)
    case .repeated: return
    }
  }
}

/// The circumstances of a purchase.
struct PurchaseContext {
  let order: Order
  let now: Date
  let snapshot: CatalogueSnapshot
  /// `nil` if the customer has none, for whom the store's operator buys.
  let device: Int64?
}

extension Ledger {
  private func events(of sale: Sale, _ purchase: PurchaseContext) -> ([LedgerEvent], OrderOutcome) {
    switch sale {
    case .oneTime(let product, let quantity, let code):
      var transaction = makeTransaction(product, quantity: quantity, purchase)
      transaction.oneTimeOffer = code
      if code != nil { transaction.price = 0 }
      return ([.charged(transaction: transaction)], OrderOutcome(transactionID: transaction.id))
    case .owned(let id):
      return ([], OrderOutcome(transactionID: id, alreadyOwned: true))
    case .subscription(let planned, let past, let next):
      return begin(
        planned, after: past, then: next, recentStart: recentStart(past, purchase.now), purchase)
    case .upgrade(let planned, let old):
      let refund = refund(of: old, at: purchase.now)
      let (events, outcome) = begin(
        planned, after: old, recentStart: old.recentSubscriptionStartDate,
        keeping: current(old.transactionID).appAccountToken, purchase)
      return ([.upgraded(transactionID: old.transactionID, refund: refund)] + events, outcome)
    case .change(let product, let offer, let subscription):
      return change(subscription, to: product.id, offer, purchase)
    }
  }

  /// Orders the plan of the next period, which begins now if it has become free in grace.
  private func change(
    _ subscription: Subscription, to productID: String, _ offer: StoreOffer?,
    _ purchase: PurchaseContext
  ) -> ([LedgerEvent], OrderOutcome) {
    var draft = LedgerDraft(self)
    draft.record(
      subscription.orderNextPlan(productID, offer: offer, in: purchase.snapshot), at: purchase.now,
      in: purchase.snapshot)
    let renewal = draft.ledger.freeRenewal(
      in: subscription.groupID, at: purchase.now, in: purchase.snapshot)
    draft.record(renewal, at: purchase.now, in: purchase.snapshot)
    let id = draft.ledger.subscriptions[subscription.groupID]?.transactionID
    return (
      draft.changes.map(\.event),
      OrderOutcome(
        transactionID: id ?? subscription.transactionID, scheduled: renewal.isEmpty)
    )
  }

  private func makeTransaction(
    _ product: StoreProduct, quantity: Int, _ purchase: PurchaseContext
  ) -> LedgerTransaction {
    LedgerTransaction(
      id: nextTransactionID, originalID: nextTransactionID, productID: product.id,
      type: product.type, purchaseDate: purchase.now, originalPurchaseDate: purchase.now,
      quantity: quantity, appAccountToken: purchase.order.appAccountToken,
      price: product.price(ofQuantity: quantity), storefront: purchase.snapshot.storefront,
      device: purchase.device)
  }

  /// Begins a period of a subscription that is bought.
  ///
  /// If the purchase has no token, the period gets `token`.
  ///
  /// Source: "Set App Account Token" in the documentation of the App Store Server API, for upgrades.
  private func begin(
    _ planned: PlannedPeriod, after past: Subscription?, then next: StoreOffer? = nil,
    recentStart: Date, keeping token: LowercaseUUID? = nil,
    _ purchase: PurchaseContext
  ) -> ([LedgerEvent], OrderOutcome) {
    let transaction = makeTransaction(
      planned, from: purchase.now, chain: past, reason: .purchase,
      appAccountToken: purchase.order.appAccountToken ?? token, device: purchase.device,
      in: purchase.snapshot)
    var subscription = Subscription(
      groupID: planned.groupID, originalID: transaction.originalID,
      originalPurchaseDate: transaction.originalPurchaseDate, transactionID: transaction.id,
      term: planned.term, autoRenewPreference: planned.term.productID, willAutoRenew: true,
      expirationIntent: nil, recentSubscriptionStartDate: recentStart,
      usedIntroductoryOffer: IntroductoryOfferEligibility(past).isUsed(
        after: planned,
        of: purchase.snapshot.products[planned.term.productID]?.subscription),
      renewalCount: 0)
    subscription.nextOffer = next
    subscription.extensionDates = past?.extensionDates ?? []
    subscription.lastWinBackDate =
      planned.offer?.type == .winBack ? purchase.now : past?.lastWinBackDate
    let events: [LedgerEvent] = [
      .charged(transaction: transaction),
      .periodBegan(subscription: subscription.countingPaidDays(after: past, of: transaction)),
    ]
    return (events, OrderOutcome(transactionID: transaction.id))
  }

  /// Returns when the present series of periods began, ignoring gaps of less than 60 days of the
  /// store's clock.
  ///
  /// Source: `recentSubscriptionStartDate` in "JWSRenewalInfoDecodedPayload".
  private func recentStart(_ past: Subscription?, _ now: Date) -> Date {
    guard let past, now.timeIntervalSince(past.serviceEnd) < 60 * 86_400 else { return now }
    return past.recentSubscriptionStartDate
  }
}
