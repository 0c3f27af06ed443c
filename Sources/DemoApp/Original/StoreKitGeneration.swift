/// The StoreKit API that the app uses.
package enum StoreKitGeneration: String, CaseIterable, Sendable {
  /// StoreKit 2: transactions and statuses, which the App Store has signed.
  case two = "2"
  /// Original StoreKit: the payment queue, the app receipt, and verifyReceipt, to which the app's
  /// server sends it.
  case original
}
