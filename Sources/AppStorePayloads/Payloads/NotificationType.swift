/// The kind of event that a notification tells an app's server about.
///
/// Source: "notificationType" in the documentation of App Store Server Notifications.
package enum NotificationType: String, Codable, Hashable, Sendable, CaseIterable {
  case subscribed = "SUBSCRIBED"
  case didRenew = "DID_RENEW"
  case didChangeRenewalPref = "DID_CHANGE_RENEWAL_PREF"
  case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
  case offerRedeemed = "OFFER_REDEEMED"
  case expired = "EXPIRED"
  case didFailToRenew = "DID_FAIL_TO_RENEW"
  case gracePeriodExpired = "GRACE_PERIOD_EXPIRED"
  case priceIncrease = "PRICE_INCREASE"
  case refund = "REFUND"
  case refundDeclined = "REFUND_DECLINED"
  case refundReversed = "REFUND_REVERSED"
  case consumptionRequest = "CONSUMPTION_REQUEST"
  case renewalExtended = "RENEWAL_EXTENDED"
  case renewalExtension = "RENEWAL_EXTENSION"
  case revoke = "REVOKE"
  case oneTimeCharge = "ONE_TIME_CHARGE"
  case test = "TEST"
  case externalPurchaseToken = "EXTERNAL_PURCHASE_TOKEN"
  case rescindConsent = "RESCIND_CONSENT"
  case metadataUpdate = "METADATA_UPDATE"
  case migration = "MIGRATION"
  case priceChange = "PRICE_CHANGE"
}

/// The detail of a notification's type.
///
/// Source: "subtype" in the documentation of App Store Server Notifications.
package enum NotificationSubtype: String, Codable, Hashable, Sendable, CaseIterable {
  case initialBuy = "INITIAL_BUY"
  case resubscribe = "RESUBSCRIBE"
  case billingRecovery = "BILLING_RECOVERY"
  case upgrade = "UPGRADE"
  case downgrade = "DOWNGRADE"
  case autoRenewEnabled = "AUTO_RENEW_ENABLED"
  case autoRenewDisabled = "AUTO_RENEW_DISABLED"
  case voluntary = "VOLUNTARY"
  case billingRetry = "BILLING_RETRY"
  case priceIncrease = "PRICE_INCREASE"
  case productNotForSale = "PRODUCT_NOT_FOR_SALE"
  case gracePeriod = "GRACE_PERIOD"
  case pending = "PENDING"
  case accepted = "ACCEPTED"
  case summary = "SUMMARY"
  case failure = "FAILURE"
  case unreported = "UNREPORTED"
  case created = "CREATED"
  case activeTokenReminder = "ACTIVE_TOKEN_REMINDER"
}

/// The reason for a refund request, as the notification `CONSUMPTION_REQUEST` names it.
///
/// Source: "consumptionRequestReason" in the documentation of App Store Server Notifications.
package enum ConsumptionRequestReason: String, Codable, Hashable, Sendable, CaseIterable {
  case unintendedPurchase = "UNINTENDED_PURCHASE"
  case fulfillmentIssue = "FULFILLMENT_ISSUE"
  case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
  case legal = "LEGAL"
  case other = "OTHER"
}
