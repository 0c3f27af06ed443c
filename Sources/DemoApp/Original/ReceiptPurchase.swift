import AppStorePayloads
import Foundation
import OpenStoreKit

/// A transaction of a receipt, or of verifyReceipt's response.
struct ReceiptPurchase: Hashable, Sendable {
  let productID: String
  let transactionID: UInt64
  /// The transaction with which its subscription began.
  let originalID: UInt64
  let purchaseDate: Date
  var quantity = 1
  /// `nil` unless it is a period of an auto-renewable subscription.
  var expirationDate: Date?
  /// When the App Store refunded or revoked it, or an upgrade replaced it; `nil` if none of these
  /// happened.
  var cancellationDate: Date?
  var isUpgraded = false
  /// `false` if it is not known: only verifyReceipt returns it.
  var isShared = false
  /// `nil` if it is not known: only verifyReceipt returns it.
  var groupID: String?
  /// Whether an introductory offer makes its period free.
  var isTrial = false
  /// Whether its period has an introductory offer that is not free.
  var isIntroductory = false
}

extension ReceiptPurchase {
  /// When the App Store refunded or revoked it; `nil` if neither happened, or if it was upgraded.
  var revocationDate: Date? { isUpgraded ? nil : cancellationDate }

  /// The introductory offer, the only kind that a receipt has; `nil` without an offer.
  var offer: PurchaseOffer? {
    if isTrial { return PurchaseOffer(kind: .introductory, mode: .freeTrial) }
    return isIntroductory ? PurchaseOffer(kind: .introductory, mode: nil) : nil
  }
}

extension ReceiptPurchase {
  /// Returns the transactions of a receipt, newest first.
  ///
  /// A receipt does not distinguish an upgrade from a refund. But an upgraded transaction is
  /// cancelled on the date of its subscription's next purchase.
  static func list(of receipt: ReceiptPayload) -> [ReceiptPurchase] {
    var nextDates: [UInt64: Date] = [:]
    return receipt.inAppPurchases.sorted { $0.transactionID > $1.transactionID }.map { entry in
      let original = entry.originalTransactionID.rawValue
      defer { nextDates[original] = entry.purchaseDate }
      return ReceiptPurchase(
        entry, isUpgraded: entry.cancellationDate.map { $0 == nextDates[original] } ?? false)
    }
  }

  private init(_ entry: InAppPurchaseReceipt, isUpgraded: Bool) {
    self.init(
      productID: entry.productID, transactionID: entry.transactionID.rawValue,
      originalID: entry.originalTransactionID.rawValue, purchaseDate: entry.purchaseDate,
      quantity: entry.quantity, expirationDate: entry.expiresDate,
      cancellationDate: entry.cancellationDate, isUpgraded: isUpgraded,
      isTrial: entry.isTrialPeriod, isIntroductory: entry.isInIntroOfferPeriod)
  }
}

extension ReceiptPurchase: Decodable {
  /// Reads an element of `in_app` or of `latest_receipt_info`.
  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: VerifyReceiptKey.self)
    self.init(
      productID: try fields.decode(String.self, forKey: "product_id"),
      transactionID: try fields.number("transaction_id"),
      originalID: try fields.number("original_transaction_id"),
      purchaseDate: try fields.requiredDate("purchase_date_ms"),
      quantity: Int(min(try fields.number("quantity", or: 1), 10)),
      expirationDate: try fields.date("expires_date_ms"),
      cancellationDate: try fields.date("cancellation_date_ms"),
      isUpgraded: try fields.flag("is_upgraded"),
      isShared: try fields.text("in_app_ownership_type") == "FAMILY_SHARED",
      groupID: try fields.text("subscription_group_identifier"),
      isTrial: try fields.flag("is_trial_period"),
      isIntroductory: try fields.flag("is_in_intro_offer_period"))
  }
}
