/// What became of a purchase, said more fully than StoreKit says it.
package struct PurchaseOutcome: Sendable {
  package var result: Product.PurchaseResult
  /// Nothing was charged: the customer had it, and `result` carries that transaction.
  package var alreadyOwned: Bool
  /// When a change of plan takes effect that waits for the end of the period; `result` carries
  /// the current plan's transaction.
  package var scheduledDate: Date?

  package init(
    result: Product.PurchaseResult, alreadyOwned: Bool = false, scheduledDate: Date? = nil
  ) {
    self.result = result
    self.alreadyOwned = alreadyOwned
    self.scheduledDate = scheduledDate
  }
}
