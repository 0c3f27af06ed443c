import Foundation
package import StoreAPI
import StoreOperatorAPI

/// The effect of a change of prices on one customer: the events, and the number of subscriptions by
/// kind.
package struct PriceChangeEffect: Hashable, Sendable {
  package var events: [LedgerEvent]
  package var counts: PriceChangeCounts
}

extension Ledger {
  /// Returns the effect of a change of prices from one catalogue to another.
  ///
  /// - Parameters:
  ///   - old: The products with their previous prices, including those that are not for sale.
  ///   - new: The same products with their new prices.
  ///   - sold: The new products that are for sale.
  ///   - policy: What a higher price means for subscribers.
  /// - Returns: The effect on this customer.
  func effect(
    ofPriceChangeFrom old: CatalogueSnapshot, to new: CatalogueSnapshot,
    selling sold: CatalogueSnapshot, policy: PriceChangePolicy
  ) -> PriceChangeEffect {
    var effect = PriceChangeEffect(events: [], counts: PriceChangeCounts())
    for subscription in subscriptions.values.sorted(by: { $0.groupID < $1.groupID }) {
      let events = subscription.events(ofPriceChangeFrom: old, to: new, policy: policy)
      var after = self
      for event in events { after.apply(event) }
      guard let changed = after.subscriptions[subscription.groupID] else { continue }
      effect.events += events
      effect.counts += subscription.counts(ofPriceChangeTo: changed, from: old, to: sold)
    }
    return effect
  }
}

extension Subscription {
  /// Returns how a price change counts; as nothing without a next period, because renewal is off or
  /// the plan is not for sale.
  fileprivate func counts(
    ofPriceChangeTo changed: Subscription, from old: CatalogueSnapshot, to new: CatalogueSnapshot
  ) -> PriceChangeCounts {
    let listed = old.products[autoRenewPreference]?.price
    let hasNewPrice = listed != new.products[autoRenewPreference]?.price
    guard isActive, willAutoRenew, let next = PlannedPeriod(after: changed, in: new),
      changed != self || hasNewPrice
    else { return PriceChangeCounts() }
    if changed.isAskedToAgree, changed.priceIncrease != priceIncrease {
      return PriceChangeCounts(consentRequested: 1)
    }
    if changed.preservedPrices[autoRenewPreference] != nil {
      return PriceChangeCounts(preserved: 1)
    }
    let before = (paidPrice ?? listed)?.rounded(to: new.storefront.currency)
    if hasNewPrice, next.offer == nil, !isInBillingRetry, let before, next.price != before {
      return next.price > before ? PriceChangeCounts(increased: 1) : PriceChangeCounts(decreased: 1)
    }
    return changed.isPreserved(before: self) ? PriceChangeCounts(preserved: 1) : PriceChangeCounts()
  }

  /// The subscriber's price of the next plan before any increase; `nil` if it is the catalogue's.
  private var paidPrice: Decimal? {
    priceIncrease?.previousPrice ?? preservedPrices[autoRenewPreference]
  }

  /// Whether it keeps its price of the present plan from now on.
  private func isPreserved(before: Subscription) -> Bool {
    let kept = preservedPrices[productID]
    return kept != nil && kept != before.preservedPrices[productID]
  }

  private var isAskedToAgree: Bool {
    priceIncrease?.status == .pending && priceIncrease?.productID == autoRenewPreference
  }
}
