package import StoreAPI

/// The purchases of a customer before they are signed; see ``StoreAPI/CustomerPurchases``.
package struct StoredPurchases: Hashable, Sendable {
  package var latest: [LedgerTransaction]
  package var subscriptions: [StoredSubscription]
  /// The orders that wait or were not approved, in the order of their numbers.
  package var orders: [CustomerOrder]
  package var sequence: Int64

  package init(
    latest: [LedgerTransaction], subscriptions: [StoredSubscription],
    orders: [CustomerOrder] = [], sequence: Int64
  ) {
    self.latest = latest
    self.subscriptions = subscriptions
    self.orders = orders
    self.sequence = sequence
  }
}

/// A subscription and the transaction of its current or last period.
package struct StoredSubscription: Hashable, Sendable {
  package var subscription: Subscription
  package var transaction: LedgerTransaction

  /// Whether a family member pays for it.
  package var isShared: Bool { transaction.shared != nil }

  package init(subscription: Subscription, transaction: LedgerTransaction) {
    self.subscription = subscription
    self.transaction = transaction
  }
}
