package import StoreAPI

/// The entries of a ledger that an earlier state of it does not have, or has with other contents.
///
/// Storage writes them beside the events that led to them, and folds no event itself.
package struct LedgerDifference: Hashable, Sendable {
  /// `nil` if no number was given away.
  package var lastCount: UInt64?
  /// In the order of their IDs: a period refers to the first of its chain.
  package var transactions: [LedgerTransaction]
  package var subscriptions: [Subscription]
  package var orders: [OrderKey: OrderRecord]

  init(from earlier: Ledger, to ledger: Ledger) {
    lastCount = ledger.lastCount == earlier.lastCount ? nil : ledger.lastCount
    transactions = ledger.transactions.values
      .filter { earlier.transactions[$0.id] != $0 }.sorted { $0.id < $1.id }
    subscriptions = ledger.subscriptions.values
      .filter { earlier.subscriptions[$0.groupID] != $0 }
    orders = ledger.orders.filter { earlier.orders[$0.key] != $0.value }
  }
}
