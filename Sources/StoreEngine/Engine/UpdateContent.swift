import AppStorePayloads
import StoreAPI

/// The content of an event's update, before its present values are read and signed.
enum UpdateContent: Hashable {
  /// A transaction, with its subscription.
  case transaction(TransactionID)
  /// A transaction whose refund was granted or reversed.
  case refund(TransactionID)
  case subscription(SubscriptionKey)
  /// A change that needs no stored value.
  case change(StoreUpdate.Change)

  var isSubscription: Bool {
    if case .subscription = self { true } else { false }
  }
}

extension LedgerChange {
  /// Returns the content of the update on a device; `nil` if there is no update.
  func updateContent(on device: Int64) -> UpdateContent? {
    endsWait ? .change(.orders) : event.updateContent(on: device)
  }

  /// Whether an order that waited may have been sold.
  ///
  /// The store itself settles orders that have waited, and the operator's purchases. A device's order
  /// also settles waiting orders of the product, if the customer owns it already or has its plan
  /// scheduled. An order with such an outcome is reported even if it settled no other; the device then
  /// only asks once more.
  private var endsWait: Bool {
    guard case .orderSettled(_, _, let outcome) = event else { return false }
    return instance == nil || outcome.alreadyOwned || outcome.scheduled
  }
}

extension LedgerEvent {
  fileprivate func updateContent(on device: Int64) -> UpdateContent? {
    switch self {
    case .charged(let transaction):
      transaction.isOffered(to: device) ? .transaction(transaction.id) : nil
    case .reassigned(let id, device), .upgraded(let id, _), .sharingEnded(let id, _, _):
      .transaction(id)
    case .refunded(let id, _, _), .refundReversed(let id, _):
      .refund(id)
    case .periodBegan(let period):
      .subscription(.own(groupID: period.groupID))
    case .renewalChanged(let groupID, _, _), .offerRedeemed(let groupID, _, _),
      .expired(let groupID, _), .revoked(let groupID, _),
      .revocationReversed(let groupID), .billingRetryBegan(let groupID, _),
      .gracePeriodExpired(let groupID),
      .priceIncreaseAnswered(let groupID, _), .renewalDateExtended(let groupID, _, _),
      .priceChanged(let groupID, _, _), .offerPriceChanged(let groupID, _),
      .nextOfferPriceChanged(let groupID, _), .familySharingChanged(let groupID, _):
      .subscription(.own(groupID: groupID))
    case .appAccountTokenSet(_, _, let groupID):
      // Other devices learn the token of a one-time purchase when they next ask for the purchases.
      // A separate update would deliver fuel a second time.
      groupID.map { .subscription(.own(groupID: $0)) }
    case .sharedPlanChanged(let plan):
      .subscription(.shared(plan.subscription.originalID))
    case .finished(let id):
      .change(.finished(id))
    case .deleted(let id):
      .change(.deleted(id))
    case .refundRequested(let id, _):
      .change(.refundRequest(TransactionRefundRequest(transactionID: id, state: .pending)))
    case .refundDeclined(let id):
      .change(.refundRequest(TransactionRefundRequest(transactionID: id, state: .declined)))
    case .orderWaits, .orderDeclined, .orderLapsed:
      .change(.orders)
    case .cutShort, .billingIssueChanged, .consumptionReported, .consumptionRequested,
      .extensionGranted, .reassigned, .orderSettled,
      .orderClosed,
      .orderRepeated, .orderReassigned:
      nil
    }
  }
}
