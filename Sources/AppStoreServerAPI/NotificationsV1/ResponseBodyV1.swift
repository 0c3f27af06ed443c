package import AppStorePayloads
package import Foundation

/// The body of a notification of version 1, which Apple has deprecated.
///
/// It is not signed: ``password`` shows that the store has sent it. A field without a value is
/// absent. The fields that the App Store removed in March 2021, such as `latest_receipt_info`
/// beside `unified_receipt`, are absent. Source: "responseBodyV1" in the documentation of App Store
/// Server Notifications.
package struct ResponseBodyV1: Encodable, Hashable, Sendable {
  package var type: NotificationTypeV1
  /// The date of the event.
  package var date: Date
  package var environment: StoreEnvironment
  package var bundleID: String
  package var bundleVersion: String?
  /// The app's shared secret; `nil` before the store has made one.
  package var password: String?
  package var originalTransactionID: TransactionID?
  /// The next renewal of the subscription that the event is about; `nil` if it is about no
  /// subscription.
  package var renewal: PendingRenewalInfo?
  /// What the customer has now.
  package var latest: LatestReceipt

  package init(
    _ type: NotificationTypeV1, date: Date, environment: StoreEnvironment, bundleID: String,
    latest: LatestReceipt
  ) {
    self.type = type
    self.date = date
    self.environment = environment
    self.bundleID = bundleID
    self.latest = latest
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try fields.encode(type.rawValue, forKey: "notification_type")
    try fields.encode(environmentName, forKey: "environment")
    try fields.encode(bundleID, forKey: "bid")
    try fields.encodeIfPresent(bundleVersion, forKey: "bvrs")
    try fields.encodeIfPresent(password, forKey: "password")
    try fields.encodeIfPresent(
      originalTransactionID?.description, forKey: "original_transaction_id")
    try encodeRenewal(into: &fields)
    try fields.encode(UnifiedReceipt(latest, in: environment), forKey: "unified_receipt")
  }

  private var environmentName: String { environment == .production ? "PROD" : "Sandbox" }

  private func encodeRenewal(into fields: inout KeyedEncodingContainer<ReceiptKey>) throws {
    guard let renewal else { return }
    let payload = renewal.renewal
    try fields.encodeIfPresent(payload.autoRenewProductId, forKey: "auto_renew_product_id")
    try fields.encode(text: payload.autoRenewStatus == .on, forKey: "auto_renew_status")
    try fields.encodeIfPresent(renewal.expirationIntent?.rawValue, forKey: "expiration_intent")
    guard type == .didChangeRenewalStatus else { return }
    try fields.encode(date: date, "auto_renew_status_change_date")
  }
}
