package import AppStorePayloads
import Foundation

/// A transaction of a receipt, as verifyReceipt writes it in `in_app`: every value is a string.
///
/// A field without a value is absent. Source: "responseBody.Receipt.In_app" in the documentation of
/// App Store Receipts.
package struct InAppInfo: Encodable, Hashable, Sendable {
  package var purchase: InAppPurchaseReceipt
  /// `nil` unless the App Store revoked the transaction, or an upgrade replaced it.
  package var cancellationReason: RevocationReason?
  package var promotionalOfferID: String?
  package var ownership: OwnershipType

  package init(
    _ purchase: InAppPurchaseReceipt, cancellationReason: RevocationReason? = nil,
    promotionalOfferID: String? = nil, ownership: OwnershipType = .purchased
  ) {
    self.purchase = purchase
    // The App Store gives no reason for an upgrade, and writes `other`.
    self.cancellationReason =
      purchase.cancellationDate == nil ? nil : cancellationReason ?? .other
    self.promotionalOfferID = promotionalOfferID
    self.ownership = ownership
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try encode(into: &fields)
  }
}

extension InAppInfo {
  /// Writes the fields, to which ``LatestReceiptInfo`` adds others.
  func encode(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    try fields.encode(text: purchase.quantity, forKey: "quantity")
    try fields.encode(purchase.productID, forKey: "product_id")
    try fields.encode(purchase.transactionID.description, forKey: "transaction_id")
    try fields.encode(
      purchase.originalTransactionID.description, forKey: "original_transaction_id")
    try fields.encode(date: purchase.purchaseDate, "purchase_date")
    try fields.encode(date: purchase.originalPurchaseDate, "original_purchase_date")
    try fields.encode(date: purchase.cancellationDate, "cancellation_date")
    try fields.encode(text: cancellationReason?.rawValue, forKey: "cancellation_reason")
    try fields.encode(text: purchase.isTrialPeriod, forKey: "is_trial_period")
    try fields.encodeIfPresent(promotionalOfferID, forKey: "promotional_offer_id")
    try fields.encode(ownership.rawValue, forKey: "in_app_ownership_type")
    try encodePeriod(into: &fields)
  }

  /// Writes the fields that only a period of an auto-renewable subscription has.
  private func encodePeriod(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    guard purchase.isSubscriptionPeriod else { return }
    try fields.encode(date: purchase.expiresDate, "expires_date")
    try fields.encode(text: purchase.webOrderLineItemID, forKey: "web_order_line_item_id")
    try fields.encode(text: purchase.isInIntroOfferPeriod, forKey: "is_in_intro_offer_period")
  }
}

extension InAppPurchaseReceipt {
  /// Whether it is a period of an auto-renewable subscription.
  package var isSubscriptionPeriod: Bool { expiresDate != nil }
}
