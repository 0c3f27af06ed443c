package import Foundation

/// What a customer has now: a new receipt, and its contents with more fields.
package struct LatestReceipt: Hashable, Sendable {
  /// The contents of a receipt file.
  package var receipt: Data
  /// Newest first; finished consumables are left out.
  package var transactions: [LatestReceiptInfo]
  package var renewals: [PendingRenewalInfo]

  package init(
    receipt: Data, transactions: [LatestReceiptInfo], renewals: [PendingRenewalInfo]
  ) {
    self.receipt = receipt
    self.transactions = transactions
    self.renewals = renewals
  }
}

extension LatestReceipt {
  /// Writes the three fields that verifyReceipt and version 1 of the notifications have.
  func encode(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    try fields.encode(receipt.base64EncodedString(), forKey: "latest_receipt")
    try fields.encode(transactions, forKey: "latest_receipt_info")
    try fields.encode(renewals, forKey: "pending_renewal_info")
  }
}
