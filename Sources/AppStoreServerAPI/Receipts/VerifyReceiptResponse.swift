package import AppStorePayloads

/// The response of verifyReceipt; its HTTP status is always 200.
///
/// Source: "responseBody" in the documentation of App Store Receipts.
package struct VerifyReceiptResponse: Encodable, Hashable, Sendable {
  package var status: ReceiptStatus
  /// `nil` if the receipt is not one of this store, or was sent to another environment.
  package var environment: StoreEnvironment?
  /// `nil` unless the status is ``ReceiptStatus/valid``.
  package var receipt: ReceiptInfo?
  /// `nil` unless the receipt has an auto-renewable subscription.
  package var latest: LatestReceipt?

  package init(
    _ status: ReceiptStatus, environment: StoreEnvironment? = nil, receipt: ReceiptInfo? = nil,
    latest: LatestReceipt? = nil
  ) {
    self.status = status
    self.environment = environment
    self.receipt = receipt
    self.latest = latest
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try fields.encode(status.rawValue, forKey: "status")
    try fields.encodeIfPresent(environment?.rawValue, forKey: "environment")
    try fields.encodeIfPresent(receipt, forKey: "receipt")
    try latest?.encode(into: &fields)
    try fields.encodeIfPresent(status.isRetryable, forKey: "is-retryable")
  }
}
