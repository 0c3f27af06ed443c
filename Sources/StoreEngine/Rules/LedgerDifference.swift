package import StoreAPI

/// The entries of a ledger that are new or changed since an earlier state.
///
/// Storage writes them with the events that caused them; it applies no events itself.
package struct LedgerDifference: Hashable, Sendable {
  /// `nil` if there is no new transaction.
  package var lastCount: UInt64?
  /// In the order of their IDs, because a renewal refers to the subscription's first transaction.
  package var transactions: [LedgerTransaction]
  package var subscriptions: [Subscription]
  package var orders: [OrderKey: OrderRecord]
  /// The nonces of the signed offers of new orders.
  package var usedNonces: [SignedNonce] {
    orders.values.compactMap { record in
      guard case .settled(let request, _) = record else { return nil }
      return request.offer?.settledNonce
    }
  }

  init(from earlier: Ledger, to ledger: Ledger) {
    lastCount = ledger.lastCount == earlier.lastCount ? nil : ledger.lastCount
    transactions = ledger.transactions.values
      .filter { earlier.transactions[$0.id] != $0 }.sorted { $0.id < $1.id }
    subscriptions = ledger.subscriptions.values
      .filter { earlier.subscriptions[$0.groupID] != $0 }
    orders = ledger.orders.filter { earlier.orders[$0.key] != $0.value }
  }
}
