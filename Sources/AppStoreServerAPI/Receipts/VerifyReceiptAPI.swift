package import AppStorePayloads

/// A store that verifies receipts for an app's server: Apple's deprecated endpoint verifyReceipt.
///
/// Source: "verifyReceipt" in the documentation of App Store Receipts.
package protocol VerifyReceiptAPI: Sendable {
  /// Verifies a receipt, and returns its contents and what the customer has now.
  ///
  /// - Parameters:
  ///   - request: The receipt and the shared secret.
  ///   - environment: The environment of the URL that was asked: a sandbox refuses receipts of
  ///     production, and production those of a sandbox.
  /// - Returns: The response, whose status says why a receipt is not valid.
  func verifyReceipt(
    _ request: VerifyReceiptRequest, in environment: StoreEnvironment
  ) async -> VerifyReceiptResponse
}
