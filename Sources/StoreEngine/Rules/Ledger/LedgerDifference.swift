package import AppStorePayloads
package import StoreAPI

/// The entries of a ledger that are new or changed since an earlier state.
///
/// Storage writes them with the events that caused them; it applies no events itself.
package struct LedgerDifference: Hashable, Sendable {
  /// `nil` if there is no new transaction.
  package var lastCount: UInt64?
  /// In the order of their IDs, because a renewal refers to the subscription's first transaction.
  package var transactions: [LedgerTransaction]
  /// The IDs of the other changed transactions, which were finished and did not change otherwise.
  package var finishedTransactions: [TransactionID]
  /// The IDs of the deleted transactions.
  package var deletedTransactions: [TransactionID]
  package var subscriptions: [Subscription]
  /// The groups of the subscriptions that were deleted with their latest transactions.
  package var deletedSubscriptions: [String]
  package var orders: [OrderKey: OrderRecord]
  /// In the order of their numbers.
  package var waitingOrders: [WaitingOrder]
  /// The numbers of the orders that no longer wait.
  package var endedOrders: [TransactionID]
  package var unapprovedOrders: [UnapprovedOrder]
  /// The products that were ordered again after an order was not approved.
  package var reorderedProducts: [String]
  package var sharedPlans: [SharedPlan]
  /// The stored messages that were applied.
  package var appliedMessages: [Int64]
  /// The nonces of the signed offers of new orders.
  package var usedNonces: [SignedNonce]

  /// The extensions that new requests of the developer granted.
  package var grantedExtensions: [GrantedExtension]
  /// The offer codes of new orders.
  package var redeemedCodes: [String]

  init(from earlier: Ledger, to ledger: Ledger) {
    lastCount = ledger.lastCount == earlier.lastCount ? nil : ledger.lastCount
    let changed = ledger.transactions.values
      .filter { earlier.transactions[$0.id] != $0 }.sorted { $0.id < $1.id }
    let finished = Set(
      changed.filter { $0.isFinished && $0.wasOnlyFinished(since: earlier.transactions[$0.id]) }
        .map(\.id))
    transactions = finished.isEmpty ? changed : changed.filter { !finished.contains($0.id) }
    finishedTransactions = finished.sorted()
    deletedTransactions = earlier.transactions.keys
      .filter { ledger.transactions[$0] == nil }.sorted()
    subscriptions = ledger.subscriptions.values
      .filter { earlier.subscriptions[$0.groupID] != $0 }
    deletedSubscriptions = earlier.subscriptions.keys.filter { ledger.subscriptions[$0] == nil }
    orders = ledger.orders.filter { earlier.orders[$0.key] != $0.value }
    waitingOrders = ledger.waitingOrders.values
      .filter { earlier.waitingOrders[$0.number] != $0 }.sorted { $0.number < $1.number }
    endedOrders = earlier.waitingOrders.keys.filter { ledger.waitingOrders[$0] == nil }.sorted()
    unapprovedOrders = ledger.unapprovedOrders.filter {
      earlier.unapprovedOrders[$0.key] != $0.value
    }
    .map(\.value)
    reorderedProducts = earlier.unapprovedOrders.keys.filter { ledger.unapprovedOrders[$0] == nil }
    sharedPlans = ledger.sharedPlans.values
      .filter { earlier.sharedPlans[$0.purchaserOriginalID] != $0 }
    let waiting = Set(ledger.inbox.compactMap(\.number))
    appliedMessages = earlier.inbox.compactMap(\.number).filter { !waiting.contains($0) }
    grantedExtensions = ledger.grantedExtensions
      .filter { earlier.grantedExtensions[$0.key] != $0.value }.map(\.value)
    usedNonces = []
    redeemedCodes = []
    let offers = newRequests(after: earlier).compactMap(\.offer)
    usedNonces = offers.compactMap(\.settledNonce)
    redeemedCodes = offers.compactMap(\.offerCode)
  }

  /// The requests of new orders; an order that waited is not new.
  private func newRequests(after earlier: Ledger) -> [OrderRequest] {
    let known = Set(earlier.waitingOrders.values.map(\.key))
    let sold = orders.compactMap { key, record in
      if case .settled(let request, _) = record, !known.contains(key) { request } else { nil }
    }
    return sold + waitingOrders.filter { !known.contains($0.key) }.map(\.request)
  }
}

extension LedgerTransaction {
  /// Whether it is finished and differs in nothing else from an earlier state.
  fileprivate func wasOnlyFinished(since earlier: LedgerTransaction?) -> Bool {
    guard var earlier, !earlier.isFinished else { return false }
    earlier.isFinished = true
    return earlier == self
  }
}
