package import StoreAPI

extension Ledger {
  /// The subscription that a reference means, while it gives service.
  ///
  /// By its product it is meant only if that is the product of the current period, not of a next
  /// one. By a transaction it is meant if any of its periods was charged with that one.
  ///
  /// - Throws: ``StoreFault/notSubscribed(_:account:)`` if there is none, and
  ///   ``StoreFault/unknownTransaction(_:)`` unless the transaction is at hand.
  package func activeSubscription(
    _ reference: SubscriptionReference
  ) throws(StoreFault) -> Subscription {
    switch reference {
    case .product(let productID, let account):
      let current = subscriptions.values.first { $0.isActive && $0.productID == productID }
      guard let current else { throw .notSubscribed(productID, account: account) }
      return current
    case .transaction(let id):
      guard let transaction = transactions[id] else { throw .unknownTransaction(id) }
      guard let groupID = transaction.period?.groupID, let current = subscriptions[groupID],
        current.isActive
      else { throw .notSubscribed(transaction.productID, account: nil) }
      return current
    }
  }
}
