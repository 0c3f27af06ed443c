import AppStorePayloads

/// What the app knows about its customer from the receipt, and from verifyReceipt if its server
/// answers.
struct ReceiptFacts: Equatable, Sendable {
  /// Newest first; empty for a new customer, and without a receipt.
  private(set) var purchases: [ReceiptPurchase] = []
  /// Only verifyReceipt knows the next renewals.
  private(set) var renewals: [ReceiptRenewal] = []
  /// Why the renewals of the customer's subscriptions are not known, as the end of a sentence; `nil`
  /// if they are, or if there are no subscriptions.
  private(set) var renewalFailure: String?
  /// Why the receipt cannot be trusted, as a sentence; `nil` if it can, or if the device has none.
  private(set) var receiptFailure: String?

  /// A customer without a receipt.
  init() {}

  /// A customer whose receipt unlocks nothing.
  init(refused error: ReceiptError) { receiptFailure = "The receipt unlocks nothing: \(error)." }

  /// A customer who is known only from the receipt.
  init(_ receipt: ReceiptPayload, withoutAnswer reason: String) {
    purchases = ReceiptPurchase.list(of: receipt)
    renewalFailure = purchases.contains { $0.expirationDate != nil } ? reason : nil
  }

  /// A customer who is known from verifyReceipt.
  init(_ answer: VerifyReceiptAnswer) {
    purchases = answer.purchases.sorted { $0.transactionID > $1.transactionID }
    renewals = answer.renewals
  }
}
