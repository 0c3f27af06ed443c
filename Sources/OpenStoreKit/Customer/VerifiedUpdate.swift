import AppStorePayloads
import StoreAPI

/// An update of the store whose signatures have been verified.
struct VerifiedUpdate: Equatable, Sendable {
  enum Change: Equatable, Sendable {
    /// A transaction, with its subscription as it is now if it has one and the store has sent it.
    case transaction(Signed<TransactionPayload>, VerifiedPurchases.Subscription? = nil)
    case subscription(VerifiedPurchases.Subscription)
    case finished(TransactionID)
    /// A transaction was deleted; only the store's purchases have what remains.
    case deleted(TransactionID)
    /// Orders wait, or no longer wait; only the store's purchases have them.
    case orders
    /// A refund was requested or declined; the customer's purchases have not changed.
    case refundRequest(TransactionRefundRequest)
    /// Only the answer's time.
    case time
    /// The products for sale have changed.
    case products
    /// Signed data that cannot be decoded, or a change of an unknown kind.
    case unreadable
  }

  var sequence: Int64
  var change: Change

  /// The subscription that the update changes, as it is now.
  var subscription: VerifiedPurchases.Subscription? {
    switch change {
    case .transaction(_, let subscription): subscription
    case .subscription(let subscription): subscription
    default: nil
    }
  }
}
