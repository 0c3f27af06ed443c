package import AppStorePayloads
package import Foundation
package import StoreAPI

/// One fact about one customer, which never changes.
///
/// Each event causes at most one update for other devices. So an update has its event's sequence,
/// and a stream that broke resumes without loss.
///
/// Indirect, because an event can have a whole transaction or subscription, and is copied several times
/// between its decision and its row.
package indirect enum LedgerEvent: Codable, Hashable, Sendable {
  /// A transaction was charged: a purchase or a renewal.
  case charged(transaction: LedgerTransaction)
  /// An upgrade ended this period early and refunded a part of its price.
  case upgraded(transactionID: TransactionID, refund: Decimal)
  /// A period of a subscription began: the first, a renewal, an upgrade or a resubscription.
  case periodBegan(subscription: Subscription)
  /// The plan of the next period has changed, or renewal was turned off or on.
  case renewalChanged(groupID: String, autoRenewPreference: String, willAutoRenew: Bool)
  /// A subscriber has redeemed an offer of this plan, which the next period begins; renewal is on.
  case offerRedeemed(groupID: String, autoRenewPreference: String, offer: StoreOffer)
  /// The current period of a subscription was ended early, at `date`; its expiration follows.
  case cutShort(groupID: String, date: Date)
  case expired(groupID: String, intent: ExpirationIntent)
  /// `amount` was refunded, and the transaction was revoked.
  case refunded(
    transactionID: TransactionID, amount: Decimal, revocation: LedgerTransaction.Revocation)
  /// A refund of the latest period ended a subscription and its renewal.
  case revoked(groupID: String, date: Date)
  /// The customer asked for the refund of a transaction.
  case refundRequested(transactionID: TransactionID, request: RefundRequest)
  /// The request for the refund of a transaction was declined.
  case refundDeclined(transactionID: TransactionID)
  /// The developer's server has reported about a transaction whose refund the customer requests.
  case consumptionReported(transactionID: TransactionID, report: ConsumptionReport)
  /// The developer's server was asked again, on `date`, about a transaction whose refund the customer
  /// requests.
  case consumptionRequested(transactionID: TransactionID, date: Date)
  /// A refund was reversed: `amount` was charged again, and the transaction is not revoked.
  case refundReversed(transactionID: TransactionID, amount: Decimal)
  /// The operator deleted a transaction; of a subscription's latest period, the subscription too.
  case deleted(transactionID: TransactionID)
  /// The refund that revoked a subscription was reversed.
  case revocationReversed(groupID: String)
  /// A renewal could not be charged; the issue has the ends of the grace period and of billing retry.
  case billingRetryBegan(groupID: String, issue: BillingIssue)
  /// The grace period ended, and the renewal is still tried.
  case gracePeriodExpired(groupID: String)
  /// Payments fail from now on, or work again; no renewal has failed.
  case billingIssueChanged(groupID: String, issue: BillingIssue?)
  /// The price of the next plan has changed for this customer, or one of their own prices.
  case priceChanged(groupID: String, increase: PriceIncrease?, preserved: PreservedPrices?)
  case priceIncreaseAnswered(groupID: String, isAccepted: Bool)
  /// The rest of the current plan's offer costs this for each period, in the storefront's currency.
  case offerPriceChanged(groupID: String, price: Decimal)
  /// Each period of the offer that the next period begins costs this, in the storefront's currency.
  case nextOfferPriceChanged(groupID: String, price: Decimal)
  /// The current period was extended on `date` and ends at `expirationDate`.
  case renewalDateExtended(groupID: String, date: Date, expirationDate: Date)
  /// A developer's request has extended a period; the previous event is the extension.
  case extensionGranted(request: GrantedExtension)
  /// A subscription that a family member shares began or changed.
  case sharedPlanChanged(plan: SharedPlan)
  /// A family member no longer shares a transaction, and it was revoked; the reason is that of the
  /// purchaser's refund, and `nil` stands for another reason.
  case sharingEnded(transactionID: TransactionID, date: Date, reason: RevocationReason? = nil)
  /// Family members get the customer's present plan from now on, or lose it.
  case familySharingChanged(groupID: String, isOn: Bool)
  case finished(transactionID: TransactionID)
  /// The developer's server has set the app account token of a transaction; `groupID` is the group of the
  /// subscription whose current or last period it is.
  case appAccountTokenSet(
    transactionID: TransactionID, appAccountToken: LowercaseUUID, groupID: String? = nil)
  /// A consumable of a removed device is delivered by this device from now on.
  case reassigned(transactionID: TransactionID, device: Int64)
  case orderSettled(key: OrderKey, request: OrderRequest, outcome: OrderOutcome)
  case orderClosed(key: OrderKey)
  /// An order waits from now on; its number is used up.
  case orderWaits(order: WaitingOrder)
  /// A second order came of the product for which the order with the key `original` waits.
  case orderRepeated(key: OrderKey, original: OrderKey)
  /// An order that waited was declined, and its key was closed.
  case orderDeclined(number: TransactionID)
  /// Nobody approved an order in time, and its key was closed.
  case orderLapsed(number: TransactionID)
  /// A consumable that waits and was ordered on a removed device is delivered by this device.
  case orderReassigned(number: TransactionID, device: Int64)
}

// The names of events in storage. A name that was used once never gets another meaning, even if the
// Swift case is renamed.
extension LedgerEvent {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case charged = "charged"
    case upgraded = "upgraded"
    case periodBegan = "periodBegan"
    case renewalChanged = "renewalChanged"
    case offerRedeemed = "offerRedeemed"
    case cutShort = "cutShort"
    case expired = "expired"
    case refunded = "refunded"
    case revoked = "revoked"
    case refundRequested = "refundRequested"
    case refundDeclined = "refundDeclined"
    case consumptionReported = "consumptionReported"
    case consumptionRequested = "consumptionRequested"
    case refundReversed = "refundReversed"
    case deleted = "deleted"
    case revocationReversed = "revocationReversed"
    case billingRetryBegan = "billingRetryBegan"
    case gracePeriodExpired = "gracePeriodExpired"
    case billingIssueChanged = "billingIssueChanged"
    case priceChanged = "priceChanged"
    case priceIncreaseAnswered = "priceIncreaseAnswered"
    case offerPriceChanged = "offerPriceChanged"
    case nextOfferPriceChanged = "nextOfferPriceChanged"
    case renewalDateExtended = "renewalDateExtended"
    case extensionGranted = "extensionGranted"
    case sharedPlanChanged = "sharedPlanChanged"
    case sharingEnded = "sharingEnded"
    case familySharingChanged = "familySharingChanged"
    case finished = "finished"
    case appAccountTokenSet = "appAccountTokenSet"
    case reassigned = "entrusted"
    case orderSettled = "orderSettled"
    case orderClosed = "orderClosed"
    case orderWaits = "orderWaits"
    case orderRepeated = "orderRepeated"
    case orderDeclined = "orderDeclined"
    case orderLapsed = "orderLapsed"
    case orderReassigned = "orderReassigned"
  }

  enum ChargedCodingKeys: String, CodingKey, CaseIterable { case transaction }
  enum UpgradedCodingKeys: String, CodingKey, CaseIterable { case transactionID, refund }
  enum PeriodBeganCodingKeys: String, CodingKey, CaseIterable { case subscription }
  enum RenewalChangedCodingKeys: String, CodingKey, CaseIterable {
    case groupID, autoRenewPreference, willAutoRenew
  }
  enum OfferRedeemedCodingKeys: String, CodingKey, CaseIterable {
    case groupID, autoRenewPreference, offer
  }
  enum CutShortCodingKeys: String, CodingKey, CaseIterable { case groupID, date }
  enum ExpiredCodingKeys: String, CodingKey, CaseIterable { case groupID, intent }
  enum RefundedCodingKeys: String, CodingKey, CaseIterable {
    case transactionID, amount, revocation
  }
  enum RevokedCodingKeys: String, CodingKey, CaseIterable { case groupID, date }
  enum RefundRequestedCodingKeys: String, CodingKey, CaseIterable { case transactionID, request }
  enum RefundDeclinedCodingKeys: String, CodingKey, CaseIterable { case transactionID }
  enum ConsumptionReportedCodingKeys: String, CodingKey, CaseIterable {
    case transactionID, report
  }
  enum ConsumptionRequestedCodingKeys: String, CodingKey, CaseIterable {
    case transactionID, date
  }
  enum RefundReversedCodingKeys: String, CodingKey, CaseIterable { case transactionID, amount }
  enum DeletedCodingKeys: String, CodingKey, CaseIterable { case transactionID }
  enum RevocationReversedCodingKeys: String, CodingKey, CaseIterable { case groupID }
  enum BillingRetryBeganCodingKeys: String, CodingKey, CaseIterable { case groupID, issue }
  enum GracePeriodExpiredCodingKeys: String, CodingKey, CaseIterable { case groupID }
  enum BillingIssueChangedCodingKeys: String, CodingKey, CaseIterable { case groupID, issue }
  enum PriceChangedCodingKeys: String, CodingKey, CaseIterable { case groupID, increase, preserved }
  enum PriceIncreaseAnsweredCodingKeys: String, CodingKey, CaseIterable {
    case groupID, isAccepted
  }
  enum OfferPriceChangedCodingKeys: String, CodingKey, CaseIterable { case groupID, price }
  enum NextOfferPriceChangedCodingKeys: String, CodingKey, CaseIterable { case groupID, price }
  enum RenewalDateExtendedCodingKeys: String, CodingKey, CaseIterable {
    case groupID, date, expirationDate
  }
  enum ExtensionGrantedCodingKeys: String, CodingKey, CaseIterable { case request }
  enum SharedPlanChangedCodingKeys: String, CodingKey, CaseIterable { case plan }
  enum SharingEndedCodingKeys: String, CodingKey, CaseIterable {
    case transactionID, date, reason
  }
  enum FamilySharingChangedCodingKeys: String, CodingKey, CaseIterable { case groupID, isOn }
  enum FinishedCodingKeys: String, CodingKey, CaseIterable { case transactionID }
  enum AppAccountTokenSetCodingKeys: String, CodingKey, CaseIterable {
    case transactionID, appAccountToken, groupID
  }
  enum ReassignedCodingKeys: String, CodingKey, CaseIterable { case transactionID, device }
  enum OrderSettledCodingKeys: String, CodingKey, CaseIterable { case key, request, outcome }
  enum OrderClosedCodingKeys: String, CodingKey, CaseIterable { case key }
  enum OrderWaitsCodingKeys: String, CodingKey, CaseIterable { case order }
  enum OrderRepeatedCodingKeys: String, CodingKey, CaseIterable { case key, original }
  enum OrderDeclinedCodingKeys: String, CodingKey, CaseIterable { case number }
  enum OrderLapsedCodingKeys: String, CodingKey, CaseIterable { case number }
  enum OrderReassignedCodingKeys: String, CodingKey, CaseIterable { case number, device }
}

/// An event, its date on the store's clock, the instance that caused it, and its notifications.
package struct LedgerChange: Hashable, Sendable {
  package var event: LedgerEvent
  package var date: Date
  /// The instance whose request caused it; `nil` for the store.
  package var instance: InstanceID?
  /// The notifications for the developer's server: none, one or two.
  package var notifications: [StoreNotification]
  /// The stored part of the state that the event notifies about; `nil` if it notifies nobody, or if
  /// an earlier version recorded it.
  package var notificationData: NotificationData?
  /// The transactions whose signed payloads the event has changed; empty for a stored event.
  package var modifiedTransactions: [TransactionID]

  package init(
    _ event: LedgerEvent, at date: Date, by instance: InstanceID?,
    notifications: [StoreNotification] = [], notificationData: NotificationData? = nil,
    modifiedTransactions: [TransactionID] = []
  ) {
    self.event = event
    self.date = date
    self.instance = instance
    self.notifications = notifications
    self.notificationData = notificationData
    self.modifiedTransactions = modifiedTransactions
  }
}
