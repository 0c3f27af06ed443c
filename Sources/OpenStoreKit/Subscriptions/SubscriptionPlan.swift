/// A customer's subscription as the App Store's sheets show it, with the other plans of its group.
package struct SubscriptionPlan: Hashable, Sendable {
  /// The price of each period.
  package struct Price: Hashable, Sendable {
    package var amount: Decimal
    /// The price in the storefront's format, such as `$4.99`.
    package var display: String
    package var period: Product.SubscriptionPeriod

    package init(amount: Decimal, display: String, period: Product.SubscriptionPeriod) {
      self.amount = amount
      self.display = display
      self.period = period
    }
  }

  /// The period after the current one.
  package struct NextPeriod: Hashable, Sendable {
    package var productID: Product.ID
    package var displayName: String
    /// `nil` if the store does not say.
    package var price: Price?
    /// Whether an offer gives the price.
    package var hasOffer: Bool
  }

  /// A price increase that needs the customer's consent.
  package struct PriceIncrease: Hashable, Sendable {
    /// Whether the customer has agreed.
    ///
    /// If not, and renewal is off, the customer has declined.
    package var isAgreed: Bool
    /// The price until now, in the storefront's format; `nil` if the last period had an offer.
    package var oldPrice: String?
    package var newPrice: Price
    /// The date of the first payment of the new price; `nil` if an offer still determines the price
    /// of the next period.
    package var date: Date?
  }

  /// The charge when the customer updates the payment method.
  package struct Charge: Hashable, Sendable {
    /// The plan that renews.
    package var productID: Product.ID
    package var amount: Decimal

    package init(productID: Product.ID, amount: Decimal) {
      self.productID = productID
      self.amount = amount
    }
  }

  /// A plan that the customer can order.
  package struct Alternative: Hashable, Sendable {
    package var productID: Product.ID
    package var displayName: String
    package var price: Price
    /// The time at which it would replace the active plan; `nil` if no plan is active.
    package var timing: Product.SubscriptionInfo.PlanChangeTiming?
    /// The win-back offer with which it would begin.
    package var winBackOffer: Product.SubscriptionOffer?
  }

  package var groupID: String
  /// Empty if the group has no name.
  package var groupDisplayName: String
  package var productID: Product.ID
  package var displayName: String
  package var state: Product.SubscriptionInfo.RenewalState
  /// The end of the current or last period.
  package var expirationDate: Date?
  package var gracePeriodExpirationDate: Date?
  package var revocationDate: Date?
  package var expirationReason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason?
  package var willAutoRenew: Bool
  /// The price of the plan now; `nil` if it is not for sale.
  package var price: Price?
  /// `nil` if the subscription does not renew.
  package var next: NextPeriod?
  /// The next period if renewal were turned on; `nil` if it is on, or if the subscription has
  /// ended.
  package var nextIfTurnedOn: NextPeriod?
  package var priceIncrease: PriceIncrease?
  /// Whether family members get the plan; `nil` if it has ended, or cannot be shared.
  package var isSharedWithFamily: Bool?
  /// The plans of the group that the customer can order, the highest level first.
  package var alternatives: [Alternative]
  /// The plans of the group that the store or this device knows, even those that are no longer
  /// sold.
  package var groupProductIDs: Set<Product.ID> = []
}

extension SubscriptionPlan {
  /// Whether the subscription has neither expired nor been revoked.
  package var isActive: Bool { state != .expired && state != .revoked }
  /// Whether the last renewal could not be charged, and the store still tries.
  package var hasBillingIssue: Bool { state == .inGracePeriod || state == .inBillingRetryPeriod }
  /// The charge of the renewal that has failed; `nil` if none has, or if the plan is no longer sold.
  package var charge: Charge? {
    guard hasBillingIssue, let next, let price = next.price else { return nil }
    return Charge(productID: next.productID, amount: price.amount)
  }
  /// Whether a price increase waits for the customer's answer.
  package var asksForConsent: Bool {
    isActive && willAutoRenew && priceIncrease?.isAgreed == false
  }
}
