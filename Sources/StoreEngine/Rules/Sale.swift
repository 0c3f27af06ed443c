package import Foundation
package import StoreAPI

/// What an order for a product amounts to.
///
/// Quotes and purchases are both made from it, so what is said and what is done cannot differ.
package enum Sale: Hashable, Sendable {
  case oneTime(StoreProduct, quantity: Int)
  /// The customer has it: a non-consumable, or the plan that is current and stays so.
  case owned(TransactionID)
  /// The first period in a group, or the first after the subscription expired.
  case subscription(PlannedPeriod, after: Subscription?)
  /// A plan of a higher level, or of the same level and length: it begins at once.
  case upgrade(PlannedPeriod, from: Subscription)
  /// A plan for the next period: a lower level, another length, or the current plan again after
  /// a change had been scheduled or renewal turned off.
  case change(to: StoreProduct, in: Subscription)
}

extension Ledger {
  /// What an order for this would amount to at `now`, when all that is due has been settled.
  ///
  /// - Throws: ``StoreFault/unknownProduct(_:)`` and ``StoreFault/invalidQuantity(_:allowed:)``.
  package func sale(
    of productID: String, quantity: Int, at now: Date, in market: Market
  ) throws(StoreFault) -> Sale {
    let product = try market.product(productID)
    guard product.type.quantities.contains(quantity) else {
      throw .invalidQuantity(quantity, allowed: product.type.quantities)
    }
    if let plan = product.subscription {
      return sale(of: product, plan: plan, at: now, in: market)
    }
    guard product.type == .nonConsumable, let id = owned[productID] else {
      return .oneTime(product, quantity: quantity)
    }
    return .owned(id)
  }

  private func sale(
    of product: StoreProduct, plan: StoreSubscription, at now: Date, in market: Market
  ) -> Sale {
    let past = subscriptions[plan.groupID]
    let offer = IntroductoryOfferEligibility(past).offer(of: plan)
    let first = PlannedPeriod(of: product, plan: plan, offer: offer, at: now, in: market)
    guard let past, let timing = past.timing(ofChangeTo: product.id, plan) else {
      return .subscription(first, after: past)
    }
    switch timing {
    case .immediate: return .upgrade(first, from: past)
    case .atRenewal: return .change(to: product, in: past)
    case .never: return .owned(past.transactionID)
    }
  }
}

extension Subscription {
  /// What an order for each plan of the group would do to the active plan, in the order of their
  /// product IDs; empty unless one is active.
  package func planChanges(in market: Market) -> [PlanChange] {
    guard isActive else { return [] }
    return market.products.values
      .compactMap { product in
        guard let plan = product.subscription, plan.groupID == groupID else { return nil }
        return timing(ofChangeTo: product.id, plan).map {
          PlanChange(productID: product.id, timing: $0)
        }
      }
      .sorted { $0.productID < $1.productID }
  }

  /// When a plan of the group would replace the active one; `nil` unless one is active.
  ///
  /// Orders, quotes and holdings all decide by this.
  fileprivate func timing(
    ofChangeTo productID: String, _ plan: StoreSubscription
  ) -> PlanChange.Timing? {
    guard isActive else { return nil }
    if productID == self.productID { return renewsUnchanged ? .never : .atRenewal }
    return term.isReplacedAtOnce(by: plan) ? .immediate : .atRenewal
  }
}

extension Subscription {
  /// Whether the next period has the plan of the current one.
  package var renewsUnchanged: Bool { willAutoRenew && autoRenewPreference == productID }
}

extension Term {
  /// Whether another plan begins at once and not at the next renewal.
  ///
  /// Source: "Upgrade, downgrade, and crossgrade subscriptions" in App Store Connect Help.
  fileprivate func isReplacedAtOnce(by plan: StoreSubscription) -> Bool {
    plan.groupLevel < level
      || plan.groupLevel == level && plan.period.isEquallyLong(as: period)
  }
}
