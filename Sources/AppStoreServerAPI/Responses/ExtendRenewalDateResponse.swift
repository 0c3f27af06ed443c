package import AppStorePayloads
package import Foundation

/// The response of "Extend a Subscription Renewal Date".
package struct ExtendRenewalDateResponse: Codable, Hashable, Sendable {
  package var originalTransactionId: TransactionID
  package var webOrderLineItemId: String
  package var success: Bool
  /// The new renewal date.
  package var effectiveDate: Date

  package init(
    originalTransactionId: TransactionID, webOrderLineItemId: String, success: Bool,
    effectiveDate: Date
  ) {
    self.originalTransactionId = originalTransactionId
    self.webOrderLineItemId = webOrderLineItemId
    self.success = success
    self.effectiveDate = effectiveDate
  }
}
