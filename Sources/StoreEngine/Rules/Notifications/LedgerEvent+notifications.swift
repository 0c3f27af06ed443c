import AppStorePayloads
import StoreAPI

extension LedgerEvent {
  /// Returns the notifications of an event: none, one or two.
  ///
  /// A subscription's period has its notification when it begins, and not when it is charged.
  /// Source: "notificationType" and "subtype" in the documentation of App Store Server
  /// Notifications.
  ///
  /// - Parameter ledger: The ledger before the event.
  /// - Returns: The notifications, in their order.
  package func notifications(in ledger: Ledger) -> [StoreNotification] {
    switch self {
    case .charged(let transaction):
      transaction.type == .autoRenewable ? [] : [StoreNotification(.oneTimeCharge)]
    case .periodBegan(let subscription):
      [subscription.beginning(after: ledger.subscriptions[subscription.groupID], in: ledger)]
    case .renewalChanged(let groupID, let preference, let willAutoRenew):
      ledger.subscriptions[groupID]?.changes(to: preference, willAutoRenew) ?? []
    case .offerRedeemed(let groupID, let preference, _):
      ledger.subscriptions[groupID]?.redemption(of: preference) ?? []
    case .expired(_, let intent): [StoreNotification(.expired, intent.subtype)]
    case .billingRetryBegan(_, let issue):
      [
        StoreNotification(
          .didFailToRenew, issue.gracePeriodExpirationDate == nil ? nil : .gracePeriod)
      ]
    case .gracePeriodExpired: [StoreNotification(.gracePeriodExpired)]
    case .priceChanged(let groupID, let increase, let preserved):
      ledger.subscriptions[groupID]?.notifications(of: increase, preserved) ?? []
    case .priceIncreaseAnswered(_, let isAccepted):
      isAccepted ? [StoreNotification(.priceIncrease, .accepted)] : []
    case .renewalDateExtended: [StoreNotification(.renewalExtended)]
    case .refunded: [StoreNotification(.refund)]
    case .sharedPlanChanged(let plan):
      plan.notifications(after: ledger.sharedPlans[plan.purchaserOriginalID])
    case .sharingEnded: [StoreNotification(.revoke)]
    case .refundRequested(let id, let request):
      ledger.current(id).type.requestsConsumption
        ? [StoreNotification(.consumptionRequest, reason: request.reason)] : []
    case .consumptionRequested(let id, _):
      [
        StoreNotification(
          .consumptionRequest, reason: ledger.current(id).refundRequest?.reason)
      ]
    case .refundDeclined: [StoreNotification(.refundDeclined)]
    case .refundReversed: [StoreNotification(.refundReversed)]
    case .upgraded, .cutShort, .revoked, .deleted, .revocationReversed, .billingIssueChanged,
      .consumptionReported, .extensionGranted,
      .offerPriceChanged,
      .nextOfferPriceChanged, .familySharingChanged, .finished, .appAccountTokenSet, .reassigned,
      .orderSettled, .orderClosed, .orderWaits, .orderRepeated, .orderDeclined, .orderLapsed,
      .orderReassigned:
      []
    }
  }
}

extension Subscription {
  /// Returns the notification of a period that begins.
  fileprivate func beginning(after past: Subscription?, in ledger: Ledger) -> StoreNotification {
    guard let past else { return StoreNotification(.subscribed, .initialBuy) }
    let transaction = ledger.current(transactionID)
    if transaction.reason == .renewal {
      return StoreNotification(.didRenew, past.isInBillingRetry ? .billingRecovery : nil)
    }
    guard past.grantsAccess else { return StoreNotification(.subscribed, .resubscribe) }
    let hasOffer = transaction.period?.offer != nil
    return StoreNotification(hasOffer ? .offerRedeemed : .didChangeRenewalPref, .upgrade)
  }

  /// Returns the notifications of another next plan, and of renewal that is turned off or on.
  fileprivate func changes(to preference: String, _ willAutoRenew: Bool) -> [StoreNotification] {
    var notifications: [StoreNotification] = []
    if preference != autoRenewPreference {
      notifications.append(
        StoreNotification(.didChangeRenewalPref, preference == productID ? nil : .downgrade))
    }
    return notifications + changes(to: willAutoRenew)
  }

  /// Returns the notifications of an offer that a subscriber redeems for the next period.
  fileprivate func redemption(of preference: String) -> [StoreNotification] {
    let redeemed = StoreNotification(.offerRedeemed, preference == productID ? nil : .downgrade)
    return [redeemed] + changes(to: true)
  }

  private func changes(to willAutoRenew: Bool) -> [StoreNotification] {
    guard willAutoRenew != self.willAutoRenew else { return [] }
    return [
      StoreNotification(
        .didChangeRenewalStatus, willAutoRenew ? .autoRenewEnabled : .autoRenewDisabled)
    ]
  }
}

extension ProductType {
  /// Whether a refund request for this type asks the developer's server for consumption data.
  ///
  /// Source: "CONSUMPTION_REQUEST" in the documentation of App Store Server Notifications.
  var requestsConsumption: Bool { self == .consumable || self == .autoRenewable }
}

extension ExpirationIntent {
  fileprivate var subtype: NotificationSubtype? {
    switch self {
    case .autoRenewDisabled: .voluntary
    case .billingError: .billingRetry
    case .didNotConsentToPriceIncrease: .priceIncrease
    case .productUnavailable: .productNotForSale
    case .other: nil
    }
  }
}

extension Subscription {
  /// Returns the notification of a price increase, unless renewal is off.
  ///
  /// An event that changes only preserved prices does not announce it. An event that changes
  /// nothing announces it because renewal was turned on.
  fileprivate func notifications(
    of increase: PriceIncrease?, _ preserved: PreservedPrices?
  ) -> [StoreNotification] {
    let isAnnounced = increase != priceIncrease || preserved == PreservedPrices(preservedPrices)
    guard willAutoRenew, isAnnounced else { return [] }
    return switch increase?.status {
    case .pending: [StoreNotification(.priceIncrease, .pending)]
    case .agreed: [StoreNotification(.priceIncrease, .accepted)]
    case .declined, nil: []
    }
  }
}
