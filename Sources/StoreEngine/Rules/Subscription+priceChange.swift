import Foundation
package import StoreAPI

extension Subscription {
  /// Returns the event of a change of prices from one market to another.
  ///
  /// Nothing happens unless the subscription is active, and its next or present plan has another
  /// price. A price that falls never raises what the customer pays.
  package func events(
    ofPriceChangeFrom old: Market, to new: Market, policy: PriceChangePolicy
  ) -> [LedgerEvent] {
    guard isActive else { return [] }
    var changed = self
    if let change = PriceChange(of: autoRenewPreference, from: old, to: new, policy) {
      changed.followNextPlan(change)
    }
    if productID != autoRenewPreference,
      let change = PriceChange(of: productID, from: old, to: new, policy)
    {
      changed.followPresentPlan(change)
    }
    return changePrice(changed.priceIncrease, preserved: changed.preservedPrices)
  }

  /// A price that falls, but not to what the customer pays, changes only the price of an open
  /// question.
  private mutating func followNextPlan(_ change: PriceChange) {
    let agreed = agreedPrice ?? change.old
    guard change.new > agreed, change.policy != .preserve else {
      priceIncrease = nil
      preservedPrices[change.productID] = change.new > agreed ? agreed : nil
      return
    }
    guard change.isRise else {
      priceIncrease?.price = change.new
      return
    }
    priceIncrease = PriceIncrease(
      productID: change.productID, status: change.policy == .askConsent ? .pending : .agreed,
      price: change.new, previousPrice: agreed)
    preservedPrices[change.productID] = nil
  }

  /// A customer who has chosen another plan may take the choice back.
  ///
  /// They then keep the price that was to be kept. They agree to any other when they order the
  /// present plan again.
  private mutating func followPresentPlan(_ change: PriceChange) {
    let own = preservedPrices[change.productID] ?? change.old
    if change.new > own, change.policy == .preserve {
      preservedPrices[change.productID] = own
    } else if change.isRise || change.new <= own {
      preservedPrices[change.productID] = nil
    }
  }
}

/// Another price of one plan.
private struct PriceChange {
  let productID: String
  let old: Decimal
  let new: Decimal
  let policy: PriceChangePolicy

  var isRise: Bool { new > old }

  /// Returns `nil` unless both markets have the plan, at different prices.
  init?(of productID: String, from old: Market, to new: Market, _ policy: PriceChangePolicy) {
    guard let before = old.products[productID]?.price, let after = new.products[productID]?.price,
      before != after
    else { return nil }
    self.productID = productID
    self.old = before
    self.new = after
    self.policy = policy
  }
}
