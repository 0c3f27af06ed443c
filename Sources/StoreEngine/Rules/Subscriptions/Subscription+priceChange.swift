import Foundation
import StoreAPI
package import StoreOperatorAPI

extension Subscription {
  /// Returns the event of a change of prices from one catalogue to another.
  ///
  /// Nothing happens unless the subscription is active, and its next or present plan has another
  /// price. A price that falls never raises what the customer pays.
  package func events(
    ofPriceChangeFrom old: CatalogueSnapshot, to new: CatalogueSnapshot, policy: PriceChangePolicy
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

  /// A price that falls, but not to what the customer agreed to, changes only the price of an open
  /// question.
  private mutating func followNextPlan(_ change: PriceChange) {
    let agreed = agreedPrice ?? change.old
    if change.new <= agreed || change.policy == .preserve {
      pay(min(change.new, agreed), for: change)
    } else if change.isRise {
      increase(to: change, agreed: agreed)
    } else if priceIncrease?.status != .agreed {
      priceIncrease?.price = change.new
    }
  }

  /// The next period costs this price, to which the customer has agreed.
  private mutating func pay(_ price: Decimal, for change: PriceChange) {
    preservedPrices[change.productID] = price < change.new ? price : nil
    if let increase = priceIncrease, increase.status == .agreed, price > increase.previousPrice {
      priceIncrease?.price = price
    } else {
      priceIncrease = nil
    }
  }

  private mutating func increase(to change: PriceChange, agreed: Decimal) {
    let isAsked = change.policy == .askConsent
    priceIncrease = PriceIncrease(
      productID: change.productID, status: isAsked ? .pending : .agreed, price: change.new,
      previousPrice: isAsked ? agreed : priceIncrease?.previousPrice ?? agreed)
    preservedPrices[change.productID] = nil
  }

  /// A customer who has chosen another plan may take the choice back.
  ///
  /// A customer who returns to the present plan keeps a preserved price. Any other price is shown in
  /// the order, which agrees to it.
  private mutating func followPresentPlan(_ change: PriceChange) {
    let own = preservedPrices[change.productID] ?? change.old
    if change.new > own, change.policy == .preserve {
      preservedPrices[change.productID] = own
    } else if change.isRise || change.new <= own {
      preservedPrices[change.productID] = nil
    }
  }
}

extension Ledger {
  /// Checks that the customer need only be informed of higher prices.
  ///
  /// They may pay less than others, because they kept their price at an earlier change.
  ///
  /// - Throws: ``StoreAPI/StoreError/consentRequired(productID:requirement:)``.
  func checkPriceIncreases(
    from old: CatalogueSnapshot, to new: CatalogueSnapshot, _ consent: PriceIncreaseConsent
  ) throws(StoreError) {
    for subscription in subscriptions.values.sorted(by: { $0.groupID < $1.groupID }) {
      guard let requirement = subscription.requirement(from: old, to: new, consent) else {
        continue
      }
      throw .consentRequired(productID: subscription.autoRenewPreference, requirement: requirement)
    }
  }
}

extension Subscription {
  /// Returns why the customer must agree to a new price of the next plan; `nil` if they need not.
  fileprivate func requirement(
    from old: CatalogueSnapshot, to new: CatalogueSnapshot, _ consent: PriceIncreaseConsent
  ) -> ConsentRequirement? {
    guard isActive,
      let change = PriceChange(of: autoRenewPreference, from: old, to: new, .inform), change.isRise,
      let plan = new.products[autoRenewPreference]?.subscription
    else { return nil }
    return consent.requirement(
      from: agreedPrice ?? change.old, to: change.new, every: plan.period, lastIncrease: nil)
  }
}

/// Another price of one plan.
private struct PriceChange {
  let productID: String
  let old: Decimal
  let new: Decimal
  let policy: PriceChangePolicy

  var isRise: Bool { new > old }

  /// Returns `nil` unless both catalogue snapshots have the plan, at different prices.
  init?(
    of productID: String, from old: CatalogueSnapshot, to new: CatalogueSnapshot,
    _ policy: PriceChangePolicy
  ) {
    guard let before = old.products[productID]?.price, let after = new.products[productID]?.price,
      before != after
    else { return nil }
    self.productID = productID
    self.old = before
    self.new = after
    self.policy = policy
  }
}
