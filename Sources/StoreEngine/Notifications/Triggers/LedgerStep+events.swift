import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// The values that one step of a trigger needs.
struct TriggerContext: Sendable {
  let trigger: NotificationTrigger
  let account: String
  let products: TriggerProducts
  /// The catalogue that decides the step; see
  /// ``NotificationTrigger/LedgerStep/snapshot(of:_:)``.
  let snapshot: CatalogueSnapshot
  /// The key of the step's order, or the ID of its refund request.
  let id: UUID
  /// The earliest date of any purchase.
  let firstDate: Date
}

extension NotificationTrigger.LedgerStep {
  /// Returns the events of the step; everything that is due until `now` must be settled.
  ///
  /// - Throws: The errors of the rules, and ``StoreAPI/StoreError/notificationRefused(name:reason:)`` if
  ///   the catalogue lacks a product.
  func events(
    in ledger: Ledger, at now: Date, _ context: TriggerContext
  ) throws(StoreError) -> [LedgerEvent] {
    switch self {
    case .buy(let choice):
      return try context.purchase(of: choice, .automatic, in: ledger, at: now)
    case .redeem(let choice):
      return try context.purchase(
        of: choice, .promotional(StoreOffer.triggerID), in: ledger, at: now)
    default:
      return try events(of: context.subscription(in: ledger), in: ledger, at: now, context)
    }
  }

  /// Returns the events of a step that concerns the customer's subscription.
  private func events(
    of subscription: Subscription, in ledger: Ledger, at now: Date, _ context: TriggerContext
  ) throws(StoreError) -> [LedgerEvent] {
    let (id, snapshot) = (subscription.transactionID, context.snapshot)
    switch self {
    case .buy, .redeem: return []
    case .expire: return subscription.expire(at: now)
    case .setAutoRenew(let isOn): return subscription.setAutoRenew(isOn)
    case .renew: return try ledger.forceRenewal(of: subscription, at: now, in: snapshot)
    case .failBilling: return subscription.failBilling()
    case .recoverBilling: return ledger.recoverBilling(of: subscription, at: now, in: snapshot)
    case .extend:
      return try subscription.extend(
        byDays: 1, price: ledger.current(id).price, at: now, in: snapshot)
    case .requestPriceIncreaseConsent:
      return try subscription.requestPriceIncreaseConsent(in: snapshot)
    case .acceptPriceIncrease: return try subscription.answerPriceIncrease(isAccepted: true)
    case .refund: return try ledger.refund(id, at: now)
    case .requestRefund:
      return try ledger.requestRefund(of: id, context.request(at: now), in: snapshot)
    case .declineRefund: return try ledger.declineRefund(of: id)
    case .reverseRefund: return try ledger.reverseRefund(of: id, at: now)
    }
  }
}

extension TriggerContext {
  fileprivate func purchase(
    of choice: NotificationTrigger.Choice, _ offer: SaleOffer, in ledger: Ledger, at now: Date
  ) throws(StoreError) -> [LedgerEvent] {
    let order = Order(
      key: OrderKey(id), productID: try products.id(of: choice, for: trigger))
    return try ledger.purchase(
      OperatorPurchase(order: order, account: account), offer: offer, since: firstDate, at: now,
      in: snapshot, device: nil)
  }

  /// Returns the customer's only subscription.
  fileprivate func subscription(in ledger: Ledger) throws(StoreError) -> Subscription {
    guard let subscription = ledger.subscriptions.values.first else {
      throw .notSubscribed(
        productID: try products.id(of: .plan, for: trigger), account: account)
    }
    return subscription
  }

  fileprivate func request(at now: Date) -> RefundRequest {
    RefundRequest(
      id: LowercaseUUID(id), date: now, reason: .unintendedPurchase, text: nil)
  }
}

extension NotificationTrigger.LedgerStep {
  /// Returns the catalogue and the rules that decide the step.
  ///
  /// They apply only to the new account: no catalogue is published, and no rule is set. Plans have no
  /// introductory offer, so that every period is paid, and each has a promotional offer.
  func snapshot(of snapshot: CatalogueSnapshot, _ products: TriggerProducts) -> CatalogueSnapshot {
    var snapshot = snapshot
    snapshot.rules.renewalsFail = false
    snapshot.rules.refundsAtOnce = false
    snapshot.rules.gracePeriod = self == .renew(.gracePeriod) ? .days3 : .off
    snapshot.rules.gracePeriodRenewalType = .allRenewals
    snapshot.products = snapshot.products.mapValues(\.inTriggers)
    if self == .renew(.notForSale), let plan = products.plan { snapshot.products[plan] = nil }
    return snapshot
  }
}

extension StoreProduct {
  fileprivate var inTriggers: StoreProduct {
    guard let plan = subscription else { return self }
    var product = self
    product.subscription?.introductoryOffer = nil
    product.subscription?.promotionalOffers.append(
      StoreOffer(
        id: StoreOffer.triggerID, type: .promotional, discountType: .freeTrial, price: 0,
        period: plan.period))
    return product
  }
}

extension StoreOffer {
  /// The ID of the offer that triggers redeem.
  fileprivate static let triggerID = "trigger.free"
}
