package import AppStorePayloads

/// The kind of event that a notification of version 1 reports to an app's server.
///
/// Source: "notification_type" in the documentation of App Store Server Notifications.
package enum NotificationTypeV1: String, Hashable, Sendable, CaseIterable {
  /// An auto-renewable subscription was refunded.
  case cancel = "CANCEL"
  case consumptionRequest = "CONSUMPTION_REQUEST"
  case didChangeRenewalPref = "DID_CHANGE_RENEWAL_PREF"
  case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
  case didFailToRenew = "DID_FAIL_TO_RENEW"
  case didRecover = "DID_RECOVER"
  case didRenew = "DID_RENEW"
  case initialBuy = "INITIAL_BUY"
  /// The customer has subscribed again, or has upgraded.
  case interactiveRenewal = "INTERACTIVE_RENEWAL"
  case priceIncreaseConsent = "PRICE_INCREASE_CONSENT"
  /// A product other than an auto-renewable subscription was refunded.
  case refund = "REFUND"
  case revoke = "REVOKE"
}

extension NotificationTypeV1 {
  /// Creates the type of an event from its type in version 2; `nil` if version 1 does not report
  /// the event.
  ///
  /// - Parameters:
  ///   - type: The type in version 2.
  ///   - subtype: Its subtype.
  ///   - product: The type of the product that the event is about; `nil` if it is about no product.
  package init?(
    _ type: NotificationType, _ subtype: NotificationSubtype?, about product: ProductType?
  ) {
    switch type {
    case .subscribed: self = subtype == .initialBuy ? .initialBuy : .interactiveRenewal
    case .didRenew: self = subtype == .billingRecovery ? .didRecover : .didRenew
    case .didChangeRenewalPref:
      self = subtype == .upgrade ? .interactiveRenewal : .didChangeRenewalPref
    case .didChangeRenewalStatus: self = .didChangeRenewalStatus
    case .didFailToRenew: self = .didFailToRenew
    case .refund: self = product == .autoRenewable ? .cancel : .refund
    case .revoke: self = .revoke
    case .offerRedeemed: self.init(offer: subtype)
    case .priceIncrease where subtype == .pending: self = .priceIncreaseConsent
    case .consumptionRequest where product == .consumable: self = .consumptionRequest
    case .priceIncrease, .consumptionRequest, .expired, .gracePeriodExpired, .refundDeclined,
      .refundReversed, .renewalExtended, .renewalExtension, .oneTimeCharge, .test,
      .externalPurchaseToken, .rescindConsent, .metadataUpdate, .migration, .priceChange:
      return nil
    }
  }

  /// Creates the type of an offer that an active subscriber has redeemed.
  private init?(offer subtype: NotificationSubtype?) {
    switch subtype {
    case .upgrade: self = .interactiveRenewal
    case .downgrade: self = .didChangeRenewalPref
    default: return nil
    }
  }
}
