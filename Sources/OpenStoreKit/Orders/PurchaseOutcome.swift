/// The outcome of a purchase, with more detail than StoreKit's result.
package struct PurchaseOutcome: Sendable {
  package var result: Product.PurchaseResult
  /// Nothing was charged: `result` has the transaction that the customer had already.
  package var alreadyOwned = false
  /// When a change of plan takes effect at the end of the period; `result` has the current plan's
  /// transaction.
  package var scheduledDate: Date?
}
