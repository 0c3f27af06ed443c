import AppStorePayloads
import StoreAPI

// The App Store's sheets about subscriptions. They need the store, because they show and change its
// present state.
extension StoreSession {
  /// A customer's action in a sheet.
  package enum SheetOutcome: Hashable, Sendable {
    /// The customer's choice has changed something.
    case changed
    /// The choice was already set.
    case unchanged
    /// The customer chose nothing.
    case declined
  }

  /// Returns the customer's subscriptions from the store, one for each group in which they ever had
  /// one.
  ///
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached.
  package func subscriptionPlans(in groupID: String? = nil) async throws -> [SubscriptionPlan] {
    do {
      return try await plans(in: groupID)
    } catch {
      throw error.storeKitError
    }
  }

  /// Shows Manage Subscriptions until the customer has changed something, or closes it.
  func manageSubscriptions(in groupID: String?) async throws {
    while true {
      let plans = try await subscriptionPlans(in: groupID)
      try throwSimulatedError(of: .manageSubscriptions)
      let sheet = sheet(.subscriptions(plans))
      guard let action = await sheets.choose(in: sheet) else { return }
      await sheets.finish(sheet, failure: nil)
      if try await open(action, plans) != .declined { return }
    }
  }

  /// Asks the customer whether to turn the renewal of a group's subscription on or off.
  ///
  /// - Throws: ``StoreKitError``, for example if no plan of the group is active.
  package func setAutoRenew(
    _ willAutoRenew: Bool, in groupID: String
  ) async throws -> SheetOutcome {
    try await askCustomer {
      let plan = try await plan(in: groupID)
      return plan.willAutoRenew == willAutoRenew ? nil : .renewal(plan, turnsOn: willAutoRenew)
    }
  }

  /// Asks the customer to share the plan of a group with their family, or to stop sharing it.
  ///
  /// - Throws: ``StoreKitError``, for example if no plan of the group is active or the plan cannot
  ///   be shared.
  package func setFamilySharing(
    _ isOn: Bool, in groupID: String
  ) async throws -> SheetOutcome {
    try await askCustomer {
      let plan = try await plan(in: groupID)
      guard let isShared = plan.isSharedWithFamily else {
        throw StoreError.notFamilyShareable(productID: plan.productID).storeKitError
      }
      return isShared == isOn ? nil : .familySharing(plan, turnsOn: isOn)
    }
  }

  /// Shows the payment sheet.
  package func fixPayment() async throws -> SheetOutcome {
    try await askCustomer { .payment(try await subscriptionPlans().filter(\.hasBillingIssue)) }
  }

  /// Asks the customer whether they agree to the price increase of a group's subscription.
  ///
  /// - Throws: ``StoreKitError``, for example if no plan of the group is active.
  package func answerPriceIncrease(in groupID: String) async throws -> SheetOutcome {
    try await askCustomer {
      let plan = try await plan(in: groupID)
      return plan.asksForConsent ? .priceIncrease(plan) : nil
    }
  }

  /// Offers a plan for sale on behalf of the App Store: the transaction comes through
  /// ``Transaction/updates``.
  func order(_ productID: Product.ID, winBackOfferID: String?) async throws -> SheetOutcome {
    guard let product = try await products([productID]).first else {
      throw Product.PurchaseError.productUnavailable
    }
    let offer = winBackOfferID.map { Product.PurchaseOption(kind: .offer(.winBack(id: $0))) }
    var request = try PurchaseRequest(product, options: Set(offer.map { [$0] } ?? []))
    request.isOfApp = false
    let outcome = try await OrderSender(session: self, request: request).run(quote(for: request))
    switch outcome.result {
    case .userCancelled: return .declined
    case .success, .pending: return outcome.alreadyOwned ? .unchanged : .changed
    }
  }
}

extension StoreSession {
  /// Opens the sheet behind an action of Manage Subscriptions.
  private func open(
    _ action: SubscriptionSheet.Action, _ plans: [SubscriptionPlan]
  ) async throws -> SheetOutcome {
    switch action {
    case .order(let productID, let offerID):
      try await order(productID, winBackOfferID: offerID)
    case .disableAutoRenew(let groupID): try await setAutoRenew(false, in: groupID)
    case .enableAutoRenew(let groupID, _, _): try await setAutoRenew(true, in: groupID)
    case .setFamilySharing(let groupID, let isOn): try await setFamilySharing(isOn, in: groupID)
    case .showPriceIncrease(let groupID), .answerPriceIncrease(let groupID, _, _):
      try await answerPriceIncrease(in: groupID)
    case .showPayment, .fixPayment: try await fixPayment()
    }
  }

  func sheet(_ content: SubscriptionSheet.Content) -> SubscriptionSheet {
    SubscriptionSheet(
      id: environment.makeUUID(), account: account, device: deviceName, content: content)
  }

  /// The active plan of a group.
  private func plan(in groupID: String) async throws -> SubscriptionPlan {
    guard let plan = try await subscriptionPlans(in: groupID).first, plan.isActive else {
      throw StoreError.notSubscribed(productID: groupID, account: account).storeKitError
    }
    return plan
  }

  private func plans(in groupID: String?) async throws(StoreError) -> [SubscriptionPlan] {
    let subscriptions = try await refreshedPurchases().ownSubscriptions
      .filter { $0.isVerified && (groupID == nil || $0.groupID == groupID) }
    let known = productCache.known
    let ids = subscriptions.flatMap { $0.productIDs(known: known) }
    let sold = ids.isEmpty ? [] : try await productRecords(Set(ids).sorted())
    return subscriptions.map { SubscriptionPlan($0, sold: sold.byLevel, known: known, at: now) }
  }
}

extension VerifiedPurchases.Subscription {
  /// The plans of the group, as far as the store and the device name them.
  func productIDs(known: [StoreProduct]) -> [String] {
    let next = renewalInfo.payload.autoRenewProductId.map { [$0] } ?? []
    return [transaction.payload.productId] + next + planChanges.map(\.productID)
      + known.filter { $0.subscription?.groupID == groupID }.map(\.id)
  }
}

extension [StoreProduct] {
  /// The highest level of service first.
  fileprivate var byLevel: Self {
    sorted {
      ($0.subscription?.groupLevel ?? 0, $0.id) < ($1.subscription?.groupLevel ?? 0, $1.id)
    }
  }
}
