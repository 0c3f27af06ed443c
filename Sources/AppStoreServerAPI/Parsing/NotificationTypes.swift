/// The types by which the history of notifications can be filtered.
///
/// They are all of Apple's types, even those that this store never sends: a request for one of them
/// is not an error.
package enum NotificationTypes {
  /// The subtypes of each type.
  ///
  /// Source: "notificationType" and "subtype" in the documentation of App Store Server Notifications.
  package static let subtypes: [String: Set<String>] = [
    "CONSUMPTION_REQUEST": [],
    "DID_CHANGE_RENEWAL_PREF": ["UPGRADE", "DOWNGRADE"],
    "DID_CHANGE_RENEWAL_STATUS": ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED"],
    "DID_FAIL_TO_RENEW": ["GRACE_PERIOD"],
    "DID_RENEW": ["BILLING_RECOVERY"],
    "EXPIRED": ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE"],
    "EXTERNAL_PURCHASE_TOKEN": ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"],
    "GRACE_PERIOD_EXPIRED": [],
    "METADATA_UPDATE": [],
    "MIGRATION": [],
    "OFFER_REDEEMED": ["INITIAL_BUY", "RESUBSCRIBE", "UPGRADE", "DOWNGRADE"],
    "ONE_TIME_CHARGE": [],
    "PRICE_CHANGE": [],
    "PRICE_INCREASE": ["PENDING", "ACCEPTED"],
    "REFUND": [],
    "REFUND_DECLINED": [],
    "REFUND_REVERSED": [],
    "RENEWAL_EXTENDED": [],
    "RENEWAL_EXTENSION": ["SUMMARY", "FAILURE"],
    "RESCIND_CONSENT": [],
    "REVOKE": [],
    "SUBSCRIBED": ["INITIAL_BUY", "RESUBSCRIBE"],
    "TEST": [],
  ]
}
