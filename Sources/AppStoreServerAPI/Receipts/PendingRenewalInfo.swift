package import AppStorePayloads
import Foundation

/// The next renewal of a subscription, as verifyReceipt writes it in `pending_renewal_info`: every
/// value is a string.
///
/// A field without a value is absent. Source: "responseBody.Pending_renewal_info" in the
/// documentation of App Store Receipts.
package struct PendingRenewalInfo: Encodable, Hashable, Sendable {
  package var renewal: RenewalInfoPayload
  /// Whether the last period has ended, for any reason.
  package var isExpired: Bool

  package init(_ renewal: RenewalInfoPayload, isExpired: Bool) {
    self.renewal = renewal
    self.isExpired = isExpired
  }

  /// The reason why the subscription has ended; `nil` before its last period has ended.
  package var expirationIntent: ExpirationIntent? {
    isExpired ? renewal.expirationIntent : nil
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try fields.encode(
      renewal.originalTransactionId.description, forKey: "original_transaction_id")
    try fields.encode(renewal.productId, forKey: "product_id")
    try fields.encodeIfPresent(renewal.autoRenewProductId, forKey: "auto_renew_product_id")
    try fields.encode(text: renewal.autoRenewStatus.rawValue, forKey: "auto_renew_status")
    try encodeEnd(into: &fields)
    try encodePrice(into: &fields)
    try encodeOffer(into: &fields)
  }
}

extension PendingRenewalInfo {
  /// Writes why no period follows the last one.
  private func encodeEnd(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    try fields.encode(text: expirationIntent?.rawValue, forKey: "expiration_intent")
    // In whole seconds, as the dates of the transactions.
    let graceEnd = renewal.gracePeriodExpiresDate?.wholeSeconds
    try fields.encode(date: graceEnd, "grace_period_expires_date")
    guard isExpired else { return }
    let isRetrying = renewal.isInBillingRetryPeriod == true
    try fields.encode(isRetrying ? "1" : "0", forKey: "is_in_billing_retry_period")
  }

  /// Writes the customer's answer to a price increase.
  ///
  /// The ledger does not distinguish a customer who has agreed from one who was only informed, so both
  /// have the consent status 1.
  private func encodePrice(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    let status = renewal.priceIncreaseStatus?.rawValue
    try fields.encode(text: status, forKey: "price_consent_status")
    try fields.encode(text: status, forKey: "price_increase_status")
  }

  private func encodeOffer(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    switch renewal.offerType {
    case .code: try fields.encodeIfPresent(renewal.offerIdentifier, forKey: "offer_code_ref_name")
    case .promotional:
      try fields.encodeIfPresent(renewal.offerIdentifier, forKey: "promotional_offer_id")
    case .introductory, .winBack, nil: break
    }
  }
}
