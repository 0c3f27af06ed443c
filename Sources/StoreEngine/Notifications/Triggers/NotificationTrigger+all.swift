import AppStorePayloads

extension NotificationTrigger {
  /// Every notification that this store sends, in the order of Apple's documentation.
  ///
  /// `EXPIRED` without a subtype is missing, because every reason for which a subscription of this
  /// store expires has a subtype. A failed mass extension is followed by its summary.
  ///
  /// Source: "notificationType" and "subtype" in the documentation of App Store Server Notifications.
  package static let all: [NotificationTrigger] =
    [beginnings, changes, offers, expirations, billing, prices, refunds, others].flatMap(\.self)

  private static let beginnings: [NotificationTrigger] = [
    NotificationTrigger(.subscribed, .initialBuy, .change(.buy(.plan))),
    NotificationTrigger(
      .subscribed, .resubscribe, .change(.buy(.plan)), .change(.expire), .change(.buy(.plan))),
    NotificationTrigger(.didRenew, nil, .change(.buy(.plan)), .change(.renew(.usual))),
    NotificationTrigger(
      .didRenew, .billingRecovery, .change(.buy(.plan)), .change(.failBilling),
      .change(.renew(.usual)), .change(.recoverBilling)),
    NotificationTrigger(.oneTimeCharge, nil, .change(.buy(.oneTime))),
  ]

  private static let changes: [NotificationTrigger] = [
    NotificationTrigger(
      .didChangeRenewalPref, nil, .change(.buy(.higherPlan)), .change(.buy(.plan)),
      .change(.buy(.higherPlan))),
    NotificationTrigger(
      .didChangeRenewalPref, .upgrade, .change(.buy(.plan)), .change(.buy(.higherPlan))),
    NotificationTrigger(
      .didChangeRenewalPref, .downgrade, .change(.buy(.higherPlan)), .change(.buy(.plan))),
    NotificationTrigger(
      .didChangeRenewalStatus, .autoRenewDisabled, .change(.buy(.plan)),
      .change(.setAutoRenew(false))),
    NotificationTrigger(
      .didChangeRenewalStatus, .autoRenewEnabled, .change(.buy(.plan)),
      .change(.setAutoRenew(false)), .change(.setAutoRenew(true))),
  ]

  private static let offers: [NotificationTrigger] = [
    NotificationTrigger(.offerRedeemed, nil, .change(.buy(.plan)), .change(.redeem(.plan))),
    NotificationTrigger(
      .offerRedeemed, .upgrade, .change(.buy(.plan)), .change(.redeem(.higherPlan))),
    NotificationTrigger(
      .offerRedeemed, .downgrade, .change(.buy(.higherPlan)), .change(.redeem(.plan))),
  ]

  private static let expirations: [NotificationTrigger] = [
    NotificationTrigger(.expired, .voluntary, .change(.buy(.plan)), .change(.expire)),
    NotificationTrigger(
      .expired, .billingRetry, .change(.buy(.plan)), .change(.failBilling),
      .change(.renew(.usual)), .advanceToDueDate),
    NotificationTrigger(
      .expired, .priceIncrease, .change(.buy(.plan)), .change(.requestPriceIncreaseConsent),
      .change(.renew(.usual))),
    NotificationTrigger(
      .expired, .productNotForSale, .change(.buy(.plan)), .change(.renew(.notForSale))),
  ]

  private static let billing: [NotificationTrigger] = [
    NotificationTrigger(
      .didFailToRenew, nil, .change(.buy(.plan)), .change(.failBilling), .change(.renew(.usual))),
    NotificationTrigger(
      .didFailToRenew, .gracePeriod, .change(.buy(.plan)), .change(.failBilling),
      .change(.renew(.gracePeriod))),
    NotificationTrigger(
      .gracePeriodExpired, nil, .change(.buy(.plan)), .change(.failBilling),
      .change(.renew(.gracePeriod)), .advanceToDueDate),
  ]

  private static let prices: [NotificationTrigger] = [
    NotificationTrigger(
      .priceIncrease, .pending, .change(.buy(.plan)), .change(.requestPriceIncreaseConsent)),
    NotificationTrigger(
      .priceIncrease, .accepted, .change(.buy(.plan)), .change(.requestPriceIncreaseConsent),
      .change(.acceptPriceIncrease)),
  ]

  private static let refunds: [NotificationTrigger] = [
    NotificationTrigger(.refund, nil, .change(.buy(.plan)), .change(.refund)),
    NotificationTrigger(
      .refundDeclined, nil, .change(.buy(.plan)), .change(.requestRefund),
      .change(.declineRefund)),
    NotificationTrigger(
      .refundReversed, nil, .change(.buy(.plan)), .change(.refund), .change(.reverseRefund)),
    NotificationTrigger(
      .consumptionRequest, nil, .change(.buy(.plan)), .change(.requestRefund)),
    NotificationTrigger(.revoke, nil, .addFamilyMember, .buyShared, .removeFamilyMember),
  ]

  private static let others: [NotificationTrigger] = [
    NotificationTrigger(.renewalExtended, nil, .change(.buy(.plan)), .change(.extend)),
    NotificationTrigger(.renewalExtension, .summary, .change(.buy(.plan)), .extendAll),
    NotificationTrigger(
      .renewalExtension, .failure, .change(.buy(.plan)), .change(.failBilling),
      .change(.renew(.usual)), .extendAll),
    NotificationTrigger(.test, nil, .sendTest),
  ]
}
