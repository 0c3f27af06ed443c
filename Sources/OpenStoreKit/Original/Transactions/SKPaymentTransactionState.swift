/// The state of a transaction of original StoreKit.
@nonexhaustive
public enum SKPaymentTransactionState: Int, Sendable {
  /// The store is processing it; it must not be finished.
  case purchasing = 0
  /// The customer has bought the product. Deliver it, then finish the transaction.
  case purchased = 1
  /// The purchase failed or was cancelled; finish the transaction.
  case failed = 2
  /// The customer had bought the product before. Deliver it, then finish the transaction.
  case restored = 3
  /// Somebody else, such as a parent, must approve it; it must not be finished.
  case deferred = 4
}
