import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine

extension PerformedHistory {
  /// Everything that the laws check.
  static let expectedKinds: Set<String> = {
    let intents: [ExpirationIntent] = [
      .autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable,
    ]
    let refusals: [ObservedError] = [
      .unknownProduct, .invalidQuantity, .orderKeyReused, .orderKeyClosed, .unknownTransaction,
      .alreadyRefunded, .nothingToRefund, .invalidRefundPercentage, .notSubscribed, .renewalIsOff,
      .billingIssue,
      .noPriceIncrease, .invalidExtension, .extensionRefused, .unknownOffer, .ineligibleForOffer,
      .invalidOfferPrice, .offerCodeExpired, .offerCodeRedeemed, .orderNotWaiting,
      .duplicateRefundRequest, .noRefundRequest,
      .notRefunded, .refundNotReversible, .invalidPurchaseDate,
    ]
    return Set(intents.map { "expired: \($0)" } + refusals.map { "refused: \($0)" }).union([
      "full refund", "prorated refund", "partial refund", "refund because of the app", "revoked",
      "cut short", "upgraded", "renewal",
      "renewal changed", "order closed", "free trial", "pay as you go",
      "pay up front", "win-back offer", "retry", "retry with grace", "grace ended", "payment fails",
      "payment updated", "recovered in grace", "recovered later", "bought in retry",
      "upgraded in grace", "changed in grace", "price agreed", "price asked", "price preserved",
      "price fell", "price accepted", "price declined", "extended", "twelve renewals",
      "more than twelve renewals", "weekly grace", "no grace after a free period",
      "introductory offer allowed",
      "introductory offer withheld", "catalogue imported", "price question kept",
      "agreed price ended", "price of a failed renewal ended",
      "promotional offer", "offer redeemed for the renewal", "code", "code of a free purchase",
      "code after the introductory offer",
      "offer redeemed in grace", "price of a redeemed offer changed",
      "price of a running offer changed", "waits: askToBuy", "waits: interrupted",
      "order repeated", "order declined", "order lapsed", "waiting order sold",
      "refund requested", "refund declined", "refund reversed", "plan access restored",
      "deleted", "bought in the past", "order got by another", "renewal that became free",
    ])
  }()

  var kinds: Set<String> {
    var kinds = Set(real.shop.draft.changes.compactMap(\.kind))
    kinds.formUnion(real.observations.compactMap(\.kind))
    kinds.formUnion(real.shop.draft.changes.flatMap(\.refundKinds))
    kinds.formUnion(real.recoveries)
    kinds.formUnion(real.soldOrders)
    kinds.formUnion(real.endedPrices)
    if history.isBoughtInThePast { kinds.insert("bought in the past") }
    for case .store(.importFile) in history.steps { kinds.insert("catalogue imported") }
    if real.retries.contains(where: { $0.length == .weeks(1) && $0.graceEnd != nil }) {
      kinds.insert("weekly grace")
    }
    if real.retries.contains(where: \.lacksGraceAfterFreePeriod) {
      kinds.insert("no grace after a free period")
    }
    return kinds
  }
}

extension Observation {
  fileprivate var kind: String? {
    guard case .refused(let refusal?) = result else { return nil }
    return "refused: \(refusal)"
  }
}

extension LedgerChange {
  fileprivate var refundKinds: [String] {
    guard case .refunded(_, let amount, let revocation) = event, amount > 0 else { return [] }
    return (revocation.percentage == 50_000 ? ["partial refund"] : [])
      + (revocation.reason == .developerIssue ? ["refund because of the app"] : [])
  }

  fileprivate var kind: String? {
    switch event {
    case .refunded(_, _, let revocation):
      revocation.type == .refundFull ? "full refund" : "prorated refund"
    case .charged(let transaction): transaction.kind
    case .expired(_, let intent): "expired: \(intent)"
    case .revoked: "revoked"
    case .refundRequested: "refund requested"
    case .refundDeclined: "refund declined"
    case .refundReversed: "refund reversed"
    case .deleted: "deleted"
    case .revocationReversed: "plan access restored"
    case .cutShort: "cut short"
    case .upgraded: "upgraded"
    case .renewalChanged: "renewal changed"
    case .orderClosed: "order closed"
    case .billingRetryBegan(_, let issue):
      issue.gracePeriodExpirationDate == nil ? "retry" : "retry with grace"
    case .gracePeriodExpired: "grace ended"
    case .billingIssueChanged(_, let issue): issue == nil ? "payment updated" : "payment fails"
    case .priceChanged(_, let increase, let preserved):
      preserved != nil ? "price preserved" : increase.map { "price \($0.kind)" } ?? "price fell"
    case .priceIncreaseAnswered(_, let isAccepted):
      isAccepted ? "price accepted" : "price declined"
    case .renewalDateExtended: "extended"
    case .periodBegan(let subscription) where subscription.renewalCount > 12:
      "more than twelve renewals"
    case .periodBegan(let subscription) where subscription.renewalCount == 12: "twelve renewals"
    case .orderSettled(_, let request, _) where request.offer == .allowed:
      "introductory offer allowed"
    case .orderSettled(_, let request, _) where request.offer == .withheld:
      "introductory offer withheld"
    case .periodBegan(let subscription) where subscription.nextOffer?.type == .code:
      "code after the introductory offer"
    case .periodBegan(let subscription) where subscription.priceIncrease?.status == .pending:
      "price question kept"
    case .sharedPlanChanged: "shared plan"
    case .sharingEnded: "sharing ended"
    case .familySharingChanged: "family sharing changed"
    case .offerRedeemed: "offer redeemed for the renewal"
    case .orderWaits(let order): "waits: \(order.cause)"
    case .orderRepeated: "order repeated"
    case .orderDeclined: "order declined"
    case .orderLapsed: "order lapsed"
    case .offerPriceChanged, .nextOfferPriceChanged, .periodBegan, .consumptionReported,
      .consumptionRequested, .extensionGranted, .finished,
      .appAccountTokenSet, .reassigned, .orderSettled, .orderReassigned:
      nil
    }
  }
}

extension OrderOffer {
  fileprivate static let allowed = OrderOffer(.introductory(isAllowed: true))
  fileprivate static let withheld = OrderOffer(.introductory(isAllowed: false))
}

extension PriceIncrease {
  fileprivate var kind: String { status == .pending ? "asked" : "agreed" }
}

extension LedgerTransaction {
  fileprivate var kind: String? {
    if oneTimeOffer != nil { return "code of a free purchase" }
    guard let offer = period?.offer else { return reason == .renewal ? "renewal" : nil }
    if offer.type == .winBack { return "win-back offer" }
    if offer.type == .promotional { return "promotional offer" }
    if offer.type == .code { return "code" }
    return switch offer.discountType {
    case .freeTrial: "free trial"
    case .payAsYouGo: "pay as you go"
    case .payUpFront: "pay up front"
    case .oneTime: nil
    }
  }
}

extension RealStore {
  /// How orders that waited were sold, and an order that made a failed renewal free.
  fileprivate var soldOrders: Set<String> {
    let waited = shop.draft.changes.compactMap { change in
      if case .orderWaits(let order) = change.event { order.key } else { nil }
    }
    let kinds = shop.draft.changes.compactMap { change -> String? in
      guard case .orderSettled(let key, _, let outcome) = change.event else { return nil }
      guard waited.contains(key) else {
        return change.sold.flatMap { shop.ledger.transactions[$0]?.reason } == .renewal
          ? "renewal that became free" : nil
      }
      return outcome.alreadyOwned ? "order got by another" : "waiting order sold"
    }
    return Set(kinds)
  }

  /// How subscriptions left billing retry, and what was ordered in grace.
  fileprivate var recoveries: Set<String> {
    var kinds: Set<String> = []
    var ledger = Ledger(customer: shop.ledger.customer)
    for change in shop.draft.changes {
      if let kind = change.event.recovery(in: ledger) { kinds.insert(kind) }
      ledger.apply(change.event)
    }
    return kinds
  }
}

extension LedgerEvent {
  /// `nil` unless the event concerns a subscription whose renewal has failed.
  fileprivate func recovery(in ledger: Ledger) -> String? {
    switch self {
    case .periodBegan(let subscription):
      guard let past = ledger.subscriptions[subscription.groupID], past.isInBillingRetry else {
        return nil
      }
      let isRenewal = ledger.current(subscription.transactionID).reason == .renewal
      return switch (past.isInGracePeriod, isRenewal) {
      case (true, true): "recovered in grace"
      case (false, true): "recovered later"
      case (true, false): "upgraded in grace"
      case (false, false): "bought in retry"
      }
    case .offerRedeemed(let groupID, _, _):
      return ledger.subscriptions[groupID]?.isInGracePeriod == true
        ? "offer redeemed in grace" : nil
    case .renewalChanged(let groupID, _, true):
      return ledger.subscriptions[groupID]?.isInGracePeriod == true ? "changed in grace" : nil
    default: return nil
    }
  }
}
