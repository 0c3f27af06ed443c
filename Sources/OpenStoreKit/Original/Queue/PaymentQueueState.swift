import AppStorePayloads
import StoreAPI

// A transaction of the payment queue, from its payment to its end.
//
//   1 paid                2 sold                    5 finished by the app    6 the store has answered
//  ────────► purchasing ─────────► purchased ──────────────────► finishing ────────────► removed
//                │  │                 ▲  ▲                          ▲                       ▲
//                │  └──3 waits──► deferred─┘ 7 approved             └─9 store answers again─┤
//                │                    │                                                     │
//                └──4 no sale────► failed ◄─8 not approved      failed, restored ──10 finished
//
//  11 each unfinished transaction of the store is added once, as purchased
//  12 what was finished, revoked or deleted elsewhere is removed
//  13 restored transactions are added as restored, and exist only in this queue
//
// Invariants:
//
// 1. Without an observer, nothing is received from the store. An observer that is added receives
//    everything in the queue.
// 2. A transaction of the store is received at most once, and not after it was finished in this epoch. Only
//    a purchase of what the customer owns delivers it again.
// 3. An order that must wait because it was interrupted fails at once; its sale is another transaction.
// 4. Each purchased transaction is finished at the store before it is removed, unless the store no longer
//    delivers it.

/// The transactions of the payment queue, and their observers.
struct PaymentQueueState: Sendable {
  enum Event: Sendable {
    case added(observer: Int)
    case removed(observer: Int)
    case paid(PaymentDetails)
    case sold(Int, BoughtTransaction)
    /// The order waits; these are all orders of the customer.
    case waits(Int, [CustomerOrder])
    case failed(Int, SKError)
    /// The customer's orders that wait or were not approved have changed.
    case orders([CustomerOrder])
    /// The store has sent a transaction that is unfinished, or a revoked one.
    case received(BoughtTransaction, isUnfinished: Bool)
    /// The app has finished a purchased, failed or restored transaction.
    case finish(Int)
    /// The store no longer delivers these.
    case finished(Set<TransactionID>)
    case storeAnswersAgain
    /// The store has this epoch; what was sold in another one is no longer the customer's.
    case began(epoch: Int)
    /// These can be restored, oldest first.
    case restored([BoughtTransaction])
    case restoreFailed(SKError)
    case storefrontChanged
  }

  /// An action that must be performed.
  enum Effect: Equatable, Sendable {
    /// Follow the store's transactions.
    case synchronise
    case stop
    case buy(QueuedTransaction)
    /// Finish these at the store.
    case finish([BoughtTransaction])
    case notify(PaymentQueueNotification, to: [Int])
  }

  /// Oldest first.
  private(set) var transactions: [QueuedTransaction] = []
  private var observers: [Int] = []
  private var lastID = 0
  private var finished = RecentTransactions()
  /// `nil` until the store has answered.
  private var epoch: Int?

  subscript(id: Int) -> QueuedTransaction? { transactions.first { $0.id == id } }

  /// - Returns: The actions, in the order in which they must be performed.
  mutating func receive(_ event: Event) -> [Effect] {
    switch event {
    case .added(let observer): add(observer)
    case .removed(let observer): remove(observer)
    case .paid(let payment): pay(payment)
    case .sold(let id, let bought): update(id) { $0.buy(bought) }
    case .waits(let id, let orders): wait(id, orders)
    case .failed(let id, let error): update(id) { $0.fail(error) }
    case .orders(let orders): update(orders)
    case .received(let bought, let isUnfinished): receive(bought, isUnfinished: isUnfinished)
    case .finish(let id): finish(id)
    case .finished(let ids): removeFinished(ids)
    case .storeAnswersAgain: finishAgain()
    case .began(let epoch): begin(epoch)
    case .restored(let bought): restore(bought)
    case .restoreFailed(let error): notify(.restoreFailed(error))
    case .storefrontChanged: notify(.storefrontChanged)
    }
  }
}

/// A call of the observers.
enum PaymentQueueNotification: Equatable, Sendable {
  case updated([QueuedTransaction])
  case removed([QueuedTransaction])
  case restoreFailed(SKError)
  case restoreFinished
  case revoked([String])
  case storefrontChanged
}

// MARK: - Observers

extension PaymentQueueState {
  private mutating func add(_ observer: Int) -> [Effect] {
    observers.append(observer)
    var effects: [Effect] = []
    let delivered = transactions.filter { !$0.isFinishing }
    if !delivered.isEmpty { effects.append(.notify(.updated(delivered), to: [observer])) }
    if observers.count == 1 { effects.append(.synchronise) }
    return effects
  }

  private mutating func remove(_ observer: Int) -> [Effect] {
    guard let index = observers.firstIndex(of: observer) else { return [] }
    observers.remove(at: index)
    return observers.isEmpty ? [.stop] : []
  }

  /// Returns nothing without an observer, and if the notification is about no transactions.
  private func notify(_ notification: PaymentQueueNotification) -> [Effect] {
    guard !observers.isEmpty, !notification.isEmpty else { return [] }
    return [.notify(notification, to: observers)]
  }
}

// MARK: - Payments

extension PaymentQueueState {
  private mutating func pay(_ payment: PaymentDetails) -> [Effect] {
    let added = append(payment, as: .purchasing)
    return notify(.updated([added])) + [.buy(added)]
  }

  private mutating func wait(_ id: Int, _ orders: [CustomerOrder]) -> [Effect] {
    guard let waiting = self[id] else { return [] }
    let order = unclaimed(orders, of: waiting.payment).last
    // The sale of an interrupted order is another transaction.
    guard order?.cause != .interrupted else { return update(id) { $0.fail(SKError(.unknown)) } }
    return update(id) {
      $0.state = .deferred
      $0.orderID = order?.id
    }
  }

  /// Fails the deferred transactions whose orders were not approved.
  private mutating func update(_ orders: [CustomerOrder]) -> [Effect] {
    for index in transactions.indices
    where transactions[index].state == .deferred && transactions[index].orderID == nil {
      transactions[index].orderID = unclaimed(orders, of: transactions[index].payment).first?.id
    }
    let unapproved = Set(orders.filter { $0.state != .waiting }.map(\.id))
    return transactions.filter { $0.state == .deferred }
      .filter { $0.orderID.map(unapproved.contains) ?? false }
      .flatMap { waiting in update(waiting.id) { $0.fail(SKError(.paymentCancelled)) } }
  }

  /// The orders for a payment that wait, and belong to no transaction yet.
  private func unclaimed(
    _ orders: [CustomerOrder], of payment: PaymentDetails
  ) -> [CustomerOrder] {
    let claimed = Set(transactions.compactMap(\.orderID))
    return orders.filter {
      $0.state == .waiting && $0.productID == payment.productIdentifier && !claimed.contains($0.id)
    }
  }
}

// MARK: - The store's transactions

extension PaymentQueueState {
  private mutating func receive(_ bought: BoughtTransaction, isUnfinished: Bool) -> [Effect] {
    let payload = bought.signed.payload
    guard payload.revocationDate == nil else { return revoke(bought, isUnfinished: isUnfinished) }
    guard isUnfinished, !isKnown(bought) else { return [] }
    if let approved = transactions.first(where: { $0.isDeferred(for: payload) }) {
      return update(approved.id) { $0.buy(bought) }
    }
    return notify(.updated([append(PaymentDetails(payload), as: .purchased, bought)]))
  }

  private func isKnown(_ bought: BoughtTransaction) -> Bool {
    finished.contains(bought.id)
      || transactions.contains { $0.state == .purchased && $0.bought?.id == bought.id }
  }

  /// An app can no longer deliver it, so the queue finishes it.
  private mutating func revoke(_ bought: BoughtTransaction, isUnfinished: Bool) -> [Effect] {
    let payload = bought.signed.payload
    var effects = removeFinished([bought.id])
    if payload.type != .consumable { effects += notify(.revoked([payload.productId])) }
    if isUnfinished { effects.append(.finish([bought])) }
    return effects
  }

  private mutating func begin(_ epoch: Int) -> [Effect] {
    defer { self.epoch = epoch }
    guard self.epoch ?? epoch != epoch else { return [] }
    finished = RecentTransactions()
    return remove { transaction in
      transaction.state == .deferred || (transaction.bought.map { $0.epoch != epoch } ?? false)
    }
  }

  private mutating func restore(_ list: [BoughtTransaction]) -> [Effect] {
    let restored = list.map { append(PaymentDetails($0.signed.payload), as: .restored, $0) }
    return notify(.updated(restored)) + notify(.restoreFinished)
  }
}

// MARK: - Finishing

extension PaymentQueueState {
  private mutating func finish(_ id: Int) -> [Effect] {
    guard let index = transactions.firstIndex(where: { $0.id == id }) else { return [] }
    switch transactions[index].state {
    case .purchasing, .deferred: return []
    case .failed, .restored: return remove { $0.id == id }
    case .purchased:
      guard !transactions[index].isFinishing, let bought = transactions[index].bought else {
        return []
      }
      transactions[index].isFinishing = true
      return [.finish([bought])]
    }
  }

  /// Finishes again the transactions that the app has finished and the store has not.
  private func finishAgain() -> [Effect] {
    let unanswered = transactions.filter(\.isFinishing).compactMap(\.bought)
    return unanswered.isEmpty ? [] : [.finish(unanswered)]
  }

  private mutating func removeFinished(_ ids: Set<TransactionID>) -> [Effect] {
    finished.insert(ids)
    return remove { transaction in
      transaction.state == .purchased && transaction.bought.map { ids.contains($0.id) } ?? false
    }
  }
}

// MARK: - The list

extension PaymentQueueState {
  private mutating func append(
    _ payment: PaymentDetails, as state: SKPaymentTransactionState,
    _ bought: BoughtTransaction? = nil
  ) -> QueuedTransaction {
    lastID += 1
    let added = QueuedTransaction(id: lastID, payment: payment, state: state, bought: bought)
    transactions.append(added)
    return added
  }

  /// Changes a transaction and notifies the observers; does nothing if it is no longer in the
  /// queue.
  private mutating func update(
    _ id: Int, _ change: (inout QueuedTransaction) -> Void
  ) -> [Effect] {
    guard let index = transactions.firstIndex(where: { $0.id == id }) else { return [] }
    change(&transactions[index])
    return notify(.updated([transactions[index]]))
  }

  private mutating func remove(_ isRemoved: (QueuedTransaction) -> Bool) -> [Effect] {
    let removed = transactions.filter(isRemoved)
    transactions.removeAll(where: isRemoved)
    return notify(.removed(removed))
  }
}

extension PaymentQueueNotification {
  fileprivate var isEmpty: Bool {
    switch self {
    case .updated(let transactions), .removed(let transactions): transactions.isEmpty
    case .restoreFailed, .restoreFinished, .revoked, .storefrontChanged: false
    }
  }
}

extension QueuedTransaction {
  fileprivate mutating func buy(_ bought: BoughtTransaction) {
    state = .purchased
    self.bought = bought
  }

  fileprivate mutating func fail(_ error: SKError) {
    state = .failed
    self.error = error
  }

  /// Whether a transaction may be the sale of the order that it waits for.
  fileprivate func isDeferred(for payload: TransactionPayload) -> Bool {
    state == .deferred && payment.productIdentifier == payload.productId
      && payment.quantity == payload.quantity && payload.transactionReason == .purchase
  }
}
