package import AppStorePayloads

/// A transaction of the customer, as verifyReceipt writes it in `latest_receipt_info`: every value is
/// a string.
///
/// A field without a value is absent. Source: "responseBody.Latest_receipt_info" in the
/// documentation of App Store Receipts.
package struct LatestReceiptInfo: Encodable, Hashable, Sendable {
  package var inApp: InAppInfo
  package var isUpgraded: Bool
  /// The reference name of the offer code that the customer redeemed.
  package var offerCodeReference: String?
  package var groupID: String?
  package var appAccountToken: LowercaseUUID?

  package init(
    _ inApp: InAppInfo, isUpgraded: Bool = false, offerCodeReference: String? = nil,
    groupID: String? = nil, appAccountToken: LowercaseUUID? = nil
  ) {
    self.inApp = inApp
    self.isUpgraded = isUpgraded
    self.offerCodeReference = offerCodeReference
    self.groupID = groupID
    self.appAccountToken = appAccountToken
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try inApp.encode(into: &fields)
    if isUpgraded { try fields.encode(text: true, forKey: "is_upgraded") }
    try fields.encodeIfPresent(offerCodeReference, forKey: "offer_code_ref_name")
    try fields.encodeIfPresent(groupID, forKey: "subscription_group_identifier")
    try fields.encodeIfPresent(appAccountToken?.description, forKey: "app_account_token")
  }
}
