import Foundation
import OpenStoreKit

/// The next renewal of a subscription: an element of verifyReceipt's `pending_renewal_info`.
struct ReceiptRenewal: Hashable, Sendable {
  /// The transaction with which the subscription began.
  let originalID: UInt64
  let productID: String
  let willAutoRenew: Bool
  /// The plan of the next period.
  var nextProductID: String?
  /// Apple's number of the reason why the subscription has ended; `nil` before its end.
  var expirationIntent: Int?
  /// The end of the grace period; `nil` if the subscription has no grace period.
  var graceEnd: Date?
  var isInRetry = false
  /// Whether the customer has agreed to a price increase; `nil` if they were not asked.
  var agreesToPrice: Bool?
}

extension ReceiptRenewal {
  /// The state of the subscription whose latest transaction is `last`.
  func state(after last: ReceiptPurchase, at now: Date) -> SubscriptionRenewalState {
    if last.revocationDate != nil { return .revoked }
    if let end = last.expirationDate, end > now { return .subscribed }
    if let graceEnd, graceEnd > now { return .inGracePeriod }
    return isInRetry ? .inBillingRetryPeriod : .expired
  }

  var priceIncrease: SubscriptionRenewalInfo.PriceIncreaseStatus {
    switch agreesToPrice {
    case true?: .agreed
    case false?: .pending
    case nil: .noIncreasePending
    }
  }
}

extension ReceiptRenewal: Decodable {
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: VerifyReceiptKey.self)
    self.init(
      originalID: try fields.number("original_transaction_id"),
      productID: try fields.decode(String.self, forKey: "product_id"),
      willAutoRenew: try fields.text("auto_renew_status") == "1",
      nextProductID: try fields.text("auto_renew_product_id"),
      expirationIntent: try fields.text("expiration_intent").flatMap { Int($0) },
      graceEnd: try fields.date("grace_period_expires_date_ms"),
      isInRetry: try fields.text("is_in_billing_retry_period") == "1",
      agreesToPrice: try fields.text("price_consent_status").map { $0 == "1" })
  }
}
