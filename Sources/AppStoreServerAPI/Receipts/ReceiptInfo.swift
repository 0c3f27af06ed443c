package import AppStorePayloads
package import Foundation

/// The decoded receipt of a request, as verifyReceipt writes it in `receipt`.
///
/// Source: "responseBody.Receipt" in the documentation of App Store Receipts.
package struct ReceiptInfo: Encodable, Hashable, Sendable {
  package var receipt: ReceiptPayload
  package var requestDate: Date
  /// In the order of the receipt.
  package var inApp: [InAppInfo]

  package init(_ receipt: ReceiptPayload, requestDate: Date, inApp: [InAppInfo]) {
    self.receipt = receipt
    self.requestDate = requestDate
    self.inApp = inApp
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try fields.encode(receipt.receiptType, forKey: "receipt_type")
    try fields.encode(receipt.bundleID, forKey: "bundle_id")
    try fields.encode(receipt.appVersion, forKey: "application_version")
    try fields.encode(receipt.originalAppVersion, forKey: "original_application_version")
    try encodeNumbers(into: &fields)
    try fields.encode(date: receipt.creationDate, "receipt_creation_date")
    try fields.encode(date: requestDate, "request_date")
    try fields.encode(date: receipt.originalPurchaseDate, "original_purchase_date")
    try fields.encode(date: receipt.expirationDate, "expiration_date")
    try fields.encode(inApp, forKey: "in_app")
  }

  /// Writes the numbers that the App Store gives an app, its version and its download; a sandbox
  /// writes 0, and no store has one for a download.
  private func encodeNumbers(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    try fields.encode(receipt.appAppleID, forKey: "adam_id")
    try fields.encode(receipt.appAppleID, forKey: "app_item_id")
    try fields.encode(0, forKey: "download_id")
    let version = receipt.environment.versionExternalIdentifier(
      of: receipt.appVersion, bundleID: receipt.bundleID)
    try fields.encode(version ?? 0, forKey: "version_external_identifier")
  }
}
