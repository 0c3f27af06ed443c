package import StoreAPI

extension Ledger {
  /// Returns the active subscription that a reference names.
  ///
  /// A product names the subscription whose current period has this product; the plan of the next
  /// period does not count. A transaction names the subscription of which it charged any period.
  ///
  /// - Throws: ``StoreFault/notSubscribed(_:account:)`` if no such subscription is active,
  ///   ``StoreFault/familyShared(_:)`` if a family member shares the transaction, and
  ///   ``StoreFault/unknownTransaction(_:)`` if the transaction is not in ``transactions``.
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
      guard transaction.shared == nil else { throw .familyShared(id) }
      guard let groupID = transaction.period?.groupID, let current = subscriptions[groupID],
        current.isActive
      else { throw .notSubscribed(transaction.productID, account: nil) }
      return current
    }
  }
}
