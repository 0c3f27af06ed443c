package import StoreAPI
package import StoreOperatorAPI

extension Ledger {
  /// Returns the active subscription that a reference names.
  ///
  /// A product names the subscription whose current period has this product; the plan of the next
  /// period does not count. A transaction names the subscription of which it charged any period.
  ///
  /// - Throws: ``StoreError/notSubscribed(productID:account:)`` if no such subscription is active,
  ///   ``StoreError/familyShared(transactionID:)`` if a family member shares the transaction, and
  ///   ``StoreError/unknownTransaction(transactionID:)`` if the transaction is not in ``transactions``.
  package func activeSubscription(
    _ reference: SubscriptionReference
  ) throws(StoreError) -> Subscription {
    switch reference {
    case .product(let productID, let account):
      let current = subscriptions.values.first { $0.isActive && $0.productID == productID }
      guard let current else { throw .notSubscribed(productID: productID, account: account) }
      return current
    case .transaction(let id):
      guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
      guard transaction.shared == nil else { throw .familyShared(transactionID: id) }
      guard let groupID = transaction.period?.groupID, let current = subscriptions[groupID],
        current.isActive
      else { throw .notSubscribed(productID: transaction.productID, account: nil) }
      return current
    }
  }

  /// Returns the subscription that a reference names to read it.
  ///
  /// A product names an active one, as in ``activeSubscription(_:)``. A transaction names its
  /// subscription, even if it has ended or a family member shares it.
  ///
  /// - Throws: ``StoreError/notSubscribed(productID:account:)`` if there is no such subscription, and
  ///   ``StoreError/unknownTransaction(transactionID:)`` if the transaction is not in ``transactions``.
  package func subscription(_ reference: SubscriptionReference) throws(StoreError) -> Subscription {
    guard case .transaction(let id) = reference else { return try activeSubscription(reference) }
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    guard let subscription = subscription(of: transaction) else {
      throw .notSubscribed(productID: transaction.productID, account: nil)
    }
    return subscription
  }

  /// Returns the own or shared subscription to which a transaction belongs.
  ///
  /// Returns `nil` if it belongs to none, or if the subscription was deleted or is no longer shared.
  package func subscription(of transaction: LedgerTransaction) -> Subscription? {
    let candidates =
      transaction.shared == nil
      ? [transaction.period.flatMap { subscriptions[$0.groupID] }].compactMap(\.self)
      : sharedPlans.values.map(\.subscription)
    return candidates.first { $0.originalID == transaction.originalID }
  }
}
