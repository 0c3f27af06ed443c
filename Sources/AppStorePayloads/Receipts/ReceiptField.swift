/// The type of an attribute of an app receipt, or of one purchase in it.
///
/// Receipts of the App Store have more attributes. Their meaning is not documented, so they are not
/// written, and they are ignored where they are read. Source: "Receipt Fields" in Apple's Receipt
/// Validation Programming Guide.
enum ReceiptField: Int {
  case receiptType = 0
  case appAppleID = 1
  case bundleID = 2
  case appVersion = 3
  case opaqueValue = 4
  case deviceHash = 5
  case creationDate = 12
  /// One for each purchase.
  case inAppPurchase = 17
  case originalPurchaseDate = 18
  case originalAppVersion = 19
  case expirationDate = 21

  // MARK: - Of a purchase

  case quantity = 1701
  case productID = 1702
  case transactionID = 1703
  case purchaseDate = 1704
  case originalTransactionID = 1705
  case originalTransactionDate = 1706
  case expiresDate = 1708
  case webOrderLineItemID = 1711
  case cancellationDate = 1712
  case isTrialPeriod = 1713
  case isInIntroOfferPeriod = 1719
}
