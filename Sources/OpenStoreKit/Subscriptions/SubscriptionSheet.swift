/// A sheet of the App Store about the customer's subscriptions: it shows their state and offers
/// actions.
package struct SubscriptionSheet: Identifiable, Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Manage Subscriptions: each action opens another sheet, which asks again.
    case subscriptions([SubscriptionPlan])
    /// Turns the renewal of a subscription on or off.
    case renewal(SubscriptionPlan, turnsOn: Bool)
    /// Turns the sharing of a plan with the family on or off.
    case familySharing(SubscriptionPlan, turnsOn: Bool)
    /// A price increase that needs the customer's consent.
    case priceIncrease(SubscriptionPlan)
    /// The payment method, and the subscriptions that wait for it.
    case payment([SubscriptionPlan])
  }

  package enum Action: Hashable, Sendable {
    /// Order this plan, with a win-back offer if there is one.
    case order(productID: Product.ID, winBackOfferID: String?)
    case disableAutoRenew(groupID: String)
    /// Turn renewal on for the plan and the price that the sheet shows; `nil` if it says that the plan
    /// is not sold.
    case enableAutoRenew(groupID: String, productID: Product.ID, price: Decimal?)
    /// Share the plan of a group with the family, or stop sharing it.
    case setFamilySharing(groupID: String, isOn: Bool)
    /// Show the price increase of a group's subscription.
    case showPriceIncrease(groupID: String)
    /// Answer whether the customer agrees to the price that the sheet shows.
    case answerPriceIncrease(groupID: String, price: Decimal, isAccepted: Bool)
    /// Show the payment method.
    case showPayment
    /// Update the payment method, which makes the charges that the sheet shows.
    case fixPayment(charges: [SubscriptionPlan.Charge])
  }

  package let id: UUID
  /// The account whose subscriptions these are.
  package let account: String
  /// The name of the device.
  package let device: String
  package let content: Content

  package init(id: UUID, account: String, device: String, content: Content) {
    self.id = id
    self.account = account
    self.device = device
    self.content = content
  }
}

extension SubscriptionSheet {
  /// The actions that the sheet offers, in its order.
  package var actions: [Action] {
    switch content {
    case .subscriptions(let plans): plans.flatMap(\.actions)
    case .renewal(let plan, true): [plan.enabling]
    case .renewal(let plan, false): [.disableAutoRenew(groupID: plan.groupID)]
    case .familySharing(let plan, let turnsOn):
      [.setFamilySharing(groupID: plan.groupID, isOn: turnsOn)]
    case .priceIncrease(let plan): plan.answers
    case .payment(let plans): [.fixPayment(charges: plans.compactMap(\.charge))]
    }
  }
}

extension SubscriptionSheet.Content {
  /// The subscriptions that the sheet is about.
  package var plans: [SubscriptionPlan] {
    switch self {
    case .subscriptions(let plans), .payment(let plans): plans
    case .renewal(let plan, _), .familySharing(let plan, _), .priceIncrease(let plan): [plan]
    }
  }
}

extension SubscriptionSheet {
  /// The action that agrees to the sheet's question; `nil` for Manage Subscriptions, which asks
  /// nothing.
  package var agreement: Action? {
    if case .subscriptions = content { nil } else { actions.first }
  }
}

extension SubscriptionPlan {
  /// The customer's actions on the subscription, the most urgent first.
  package var actions: [SubscriptionSheet.Action] {
    let fix: [SubscriptionSheet.Action] = hasBillingIssue ? [.showPayment] : []
    let consent: [SubscriptionSheet.Action] =
      asksForConsent ? [.showPriceIncrease(groupID: groupID)] : []
    let orders = alternatives.map {
      SubscriptionSheet.Action.order(
        productID: $0.productID, winBackOfferID: $0.winBackOffer?.id)
    }
    guard isActive else { return orders }
    let sharing = isSharedWithFamily.map {
      SubscriptionSheet.Action.setFamilySharing(groupID: groupID, isOn: !$0)
    }
    return fix + consent + orders
      + [willAutoRenew ? .disableAutoRenew(groupID: groupID) : enabling]
      + [sharing].compactMap(\.self)
  }

  /// Turns renewal on with the plan and the price that would follow.
  fileprivate var enabling: SubscriptionSheet.Action {
    .enableAutoRenew(
      groupID: groupID, productID: nextIfTurnedOn?.productID ?? productID,
      price: nextIfTurnedOn?.price?.amount)
  }
}

extension SubscriptionPlan {
  /// The answers to the price that waits for consent: yes, then no.
  fileprivate var answers: [SubscriptionSheet.Action] {
    guard let price = priceIncrease?.newPrice.amount else { return [] }
    return [true, false].map {
      .answerPriceIncrease(groupID: groupID, price: price, isAccepted: $0)
    }
  }
}
