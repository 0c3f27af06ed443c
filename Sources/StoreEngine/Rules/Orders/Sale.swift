package import AppStorePayloads
package import Foundation
package import StoreAPI

/// The effect of an order for a product.
///
/// Quotes and purchases are both computed from it, so a purchase cannot differ from its quote.
package enum Sale: Hashable, Sendable {
  /// A product that is no plan; `code` is the reference name of the code that makes it free.
  case oneTime(StoreProduct, quantity: Int, code: String? = nil)
  /// The customer owns it: a non-consumable, or the active plan, which renews.
  case owned(TransactionID)
  /// The first period in a group, or the first after the subscription expired or no longer gave
  /// access.
  ///
  /// `then` is the offer of a code that follows the introductory offer.
  case subscription(PlannedPeriod, after: Subscription?, then: StoreOffer? = nil)
  /// A plan of a higher level, or of the same level and length, which begins at once.
  case upgrade(PlannedPeriod, from: Subscription)
  /// A plan for the next period: a lower level, another length, or the current plan again after
  /// a change had been scheduled or renewal turned off, or at the price of an offer.
  case change(to: StoreProduct, offer: StoreOffer?, in: Subscription)

  /// Whether there is nothing to sell.
  var isOwned: Bool { if case .owned = self { true } else { false } }
}

extension Ledger {
  /// Returns the effect of an order at `now`.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: ``StoreError/unknownProduct(productID:)``,
  ///   ``StoreError/invalidQuantity(_:allowed:)``, ``StoreError/unknownOffer(offerID:)``,
  ///   ``StoreError/ineligibleForOffer(offerID:reason:begins:)``,
  ///   ``StoreError/invalidOfferPrice(offerID:)``, ``StoreError/missingOfferParameter(name:)`` and
  ///   ``StoreError/invalidOfferSignature(reason:)``.
  package func sale(
    of productID: String, quantity: Int, offer: SaleOffer = .automatic, at now: Date,
    in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> Sale {
    try offer.check(for: productID, used: usedNonces, codeUses, at: now)
    let product = try snapshot.product(productID)
    guard product.type.quantities.contains(quantity) else {
      throw .invalidQuantity(quantity, allowed: product.type.quantities)
    }
    if let plan = product.subscription {
      return try sale(of: product, plan: plan, offer: offer, at: now, in: snapshot)
    }
    return try sale(of: product, quantity: quantity, offer: offer)
  }

  /// A code makes one of the product free, unless the customer owns it.
  private func sale(
    of product: StoreProduct, quantity: Int, offer: SaleOffer
  ) throws(StoreError) -> Sale {
    let code = offer.offerCode?.code.reference
    if code == nil, let id = offer.namedID { throw .unknownOffer(offerID: id) }
    if code != nil, quantity != 1 { throw .invalidQuantity(quantity, allowed: 1...1) }
    guard product.type == .nonConsumable, let id = owned[product.id] else {
      return .oneTime(product, quantity: quantity, code: code)
    }
    if let code { throw .ineligibleForOffer(offerID: code, reason: .owned) }
    return .owned(id)
  }

  private func sale(
    of product: StoreProduct, plan: StoreSubscription, offer: SaleOffer, at now: Date,
    in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> Sale {
    let past = subscriptions[plan.groupID]
    let terms = try offer.terms(of: product, plan, after: past, at: now, in: snapshot)
    let first = PlannedPeriod(of: product, plan: plan, offer: terms, at: now, in: snapshot)
    guard let past, let timing = past.timing(ofChangeTo: product.id, plan) else {
      return .subscription(
        first, after: past, then: offer.offer(after: terms, in: product.currency))
    }
    switch timing {
    case .immediate: return .upgrade(first, from: past)
    case .atRenewal: return .change(to: product, offer: terms, in: past)
    case .never:
      return terms == nil
        ? .owned(past.transactionID) : .change(to: product, offer: terms, in: past)
    }
  }
}

extension Subscription {
  /// Returns the effect of an order for each plan of the group on the active plan, in the order of
  /// their product IDs; empty unless a plan gives access.
  package func planChanges(in snapshot: CatalogueSnapshot) -> [PlanChange] {
    guard grantsAccess else { return [] }
    return snapshot.products.values
      .compactMap { product in
        guard let plan = product.subscription, plan.groupID == groupID else { return nil }
        return timing(ofChangeTo: product.id, plan).map {
          PlanChange(productID: product.id, timing: $0)
        }
      }
      .sorted { $0.productID < $1.productID }
  }

  /// Returns when a plan of the group would replace the active plan.
  ///
  /// `nil` unless a plan gives access: in billing retry after the grace period, there is nothing to
  /// replace.
  ///
  /// Orders, quotes and purchases all use it.
  fileprivate func timing(
    ofChangeTo productID: String, _ plan: StoreSubscription
  ) -> PlanChange.Timing? {
    guard grantsAccess else { return nil }
    if productID == self.productID { return renewsUnchanged ? .never : .atRenewal }
    return term.isReplacedAtOnce(by: plan) ? .immediate : .atRenewal
  }
}

extension Subscription {
  /// Whether the next period has the plan of the current one.
  package var renewsUnchanged: Bool { willAutoRenew && autoRenewPreference == productID }
}

extension Term {
  /// Returns whether another plan begins at once and not at the next renewal.
  ///
  /// Source: "Upgrade, downgrade, and crossgrade subscriptions" in App Store Connect Help.
  fileprivate func isReplacedAtOnce(by plan: StoreSubscription) -> Bool {
    plan.groupLevel < level
      || plan.groupLevel == level && plan.period.isEquallyLong(as: period)
  }
}
