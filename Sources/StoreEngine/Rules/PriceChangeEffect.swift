package import StoreAPI

/// What a change of prices means for one customer: its events, and the kinds of their
/// subscriptions.
package struct PriceChangeEffect: Hashable, Sendable {
  package var events: [LedgerEvent]
  package var counts: PriceChangeCounts
}

extension Ledger {
  /// Returns the effect of a change of prices from one market to another.
  func effect(
    ofPriceChangeFrom old: Market, to new: Market, policy: PriceChangePolicy
  ) -> PriceChangeEffect {
    var effect = PriceChangeEffect(events: [], counts: PriceChangeCounts())
    for subscription in subscriptions.values.sorted(by: { $0.groupID < $1.groupID }) {
      let events = subscription.events(ofPriceChangeFrom: old, to: new, policy: policy)
      var after = self
      for event in events { after.apply(event) }
      guard let changed = after.subscriptions[subscription.groupID] else { continue }
      effect.events += events
      effect.counts += subscription.counts(
        ofPriceChangeTo: changed, hasEvents: !events.isEmpty, from: old, to: new)
    }
    return effect
  }
}

extension Subscription {
  /// Returns how a price change counts, by the customer's price of the next plan before and after
  /// it; as nothing while renewal is off, because there is no next period.
  fileprivate func counts(
    ofPriceChangeTo changed: Subscription, hasEvents: Bool, from old: Market, to new: Market
  ) -> PriceChangeCounts {
    guard isActive, willAutoRenew,
      let before = agreedPrice ?? old.products[autoRenewPreference]?.price,
      let listed = new.products[autoRenewPreference]?.price,
      hasEvents || listed != old.products[autoRenewPreference]?.price
    else { return PriceChangeCounts() }
    if changed.isAskedToAgree { return PriceChangeCounts(asked: 1) }
    let after = changed.preservedPrices[autoRenewPreference] ?? listed
    if after > before { return PriceChangeCounts(dearer: 1) }
    if after < before { return PriceChangeCounts(cheaper: 1) }
    return changed.isSpared(before: self) ? PriceChangeCounts(spared: 1) : PriceChangeCounts()
  }

  /// Whether it keeps its price of the next plan, or from now on that of the present plan.
  private func isSpared(before: Subscription) -> Bool {
    let present = preservedPrices[productID]
    return preservedPrices[autoRenewPreference] != nil
      || present != nil && present != before.preservedPrices[productID]
  }

  private var isAskedToAgree: Bool {
    priceIncrease?.status == .pending && priceIncrease?.productID == autoRenewPreference
  }
}
