package import Foundation

/// One transaction in an app receipt.
///
/// Source: "In-App Purchase Receipt Fields" in Apple's Receipt Validation Programming Guide.
package struct InAppPurchaseReceipt: Hashable, Sendable {
  /// 1 to 10.
  package var quantity: Int
  package var productID: String
  package var transactionID: TransactionID
  package var originalTransactionID: TransactionID
  package var purchaseDate: Date
  package var originalPurchaseDate: Date
  /// The end of the period of an auto-renewable subscription; `nil` for any other transaction.
  package var expiresDate: Date?
  /// Identifies the period of an auto-renewable subscription; `nil` for any other transaction.
  package var webOrderLineItemID: Int64?
  /// When the App Store refunded or revoked the transaction, or an upgrade replaced it; `nil` if
  /// none of these happened.
  package var cancellationDate: Date?
  /// Whether an introductory offer makes the period free.
  package var isTrialPeriod: Bool
  /// Whether the period has an introductory offer that is not free.
  package var isInIntroOfferPeriod: Bool

  package init(
    quantity: Int = 1, productID: String, transactionID: TransactionID,
    originalTransactionID: TransactionID, purchaseDate: Date, originalPurchaseDate: Date,
    expiresDate: Date? = nil, webOrderLineItemID: Int64? = nil, cancellationDate: Date? = nil,
    isTrialPeriod: Bool = false, isInIntroOfferPeriod: Bool = false
  ) {
    self.quantity = quantity
    self.productID = productID
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.expiresDate = expiresDate
    self.webOrderLineItemID = webOrderLineItemID
    self.cancellationDate = cancellationDate
    self.isTrialPeriod = isTrialPeriod
    self.isInIntroOfferPeriod = isInIntroOfferPeriod
  }
}
