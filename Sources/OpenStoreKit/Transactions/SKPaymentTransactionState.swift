/// The state of a transaction in the original StoreKit; StoreKitTest's transactions have one.
@nonexhaustive
public enum SKPaymentTransactionState: Int, Sendable {
  /// The store is processing it.
  case purchasing = 0
  /// The customer has bought the product.
  case purchased = 1
  /// The purchase failed.
  case failed = 2
  /// The customer had bought the product before.
  case restored = 3
  /// Somebody else, such as a parent, must approve it.
  case deferred = 4
}
