import StoreAPI
import StoreEngine

extension SKTestSession {
  /// Ends the current period of a subscription now, with renewal off, as if the customer had
  /// cancelled; nothing is given back.
  ///
  /// - Parameter productIdentifier: The plan's product ID.
  /// - Throws: ``SKTestError/noSubscriptionFound`` where this plan gives no service now.
  public func expireSubscription(productIdentifier: String) throws {
    try perform { store in
      do {
        _ = try await store.engine.expire(productIdentifier, account: TestStore.account)
      } catch StoreFault.notSubscribed {
        throw SKTestError.noSubscriptionFound
      }
    }
  }

  /// Gives back what a transaction cost and takes away what it paid for: it comes again through
  /// `Transaction.updates`, with its revocation date.
  ///
  /// - Parameter identifier: The transaction's number.
  /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/refused(_:)`` for a transaction
  ///   that was refunded before or cost nothing.
  public func refundTransaction(identifier: UInt) throws {
    try perform { store in
      do {
        _ = try await store.engine.refund(TransactionID(rawValue: UInt64(identifier)))
      } catch StoreFault.unknownTransaction {
        throw SKTestError.noTransactionFound
      }
    }
  }
}
