// The customer's view.
extension NaiveStore {
  func observation(_ result: Observation.StepResult?) -> Observation {
    Observation(
      result: result, entitlements: entitlements,
      unfinished: Set(sold.map(\.count)).subtracting(delivered),
      plans: plans.reduce(into: [:]) { $0[$1.key] = state(of: $1.value, in: $1.key) })
  }

  private func state(of plan: Plan, in group: String) -> Observation.PlanState {
    let next = plan.isActive ? nextPeriod(of: plan) : nil
    return Observation.PlanState(
      product: plan.product, transaction: plan.receipt, renews: plan.renews,
      next: plan.next, expires: plan.expires, status: plan.status,
      isInRetry: plan.isInRetry, graceEnd: plan.graceEnd,
      end: plan.isInRetry ? .paymentFailed : plan.end,
      revoked: plan.revoked, renewalCents: next?.cents, isRenewalAnOffer: next?.offer != nil,
      renewalOfferLength: next?.offer?.wholeLength,
      priceAnswer: plan.priceAnswer,
      winBacks: winBacks(in: group), seriesStart: plan.seriesStart,
      usedIntroductoryOffer: plan.usedIntroductoryOffer)
  }

  /// Every car, the latest transaction of each pass, and the current period of each plan that is
  /// subscribed or in its grace period.
  ///
  /// Refunded transactions are ignored.
  private var entitlements: Set<Int> {
    var entitlements = Set(plans.values.filter(\.grantsAccess).map(\.receipt))
    for product in NaiveProduct.all where product.kind == .car || product.kind == .pass {
      let latest = sold.last { $0.product == product.id && !$0.isRevoked }
      if let latest { entitlements.insert(latest.count) }
    }
    return entitlements
  }
}

extension NaiveStore.Plan {
  fileprivate var status: Observation.Status {
    if revoked != nil { return .revoked }
    if end != nil { return .expired }
    if graceEnd != nil { return .inGracePeriod }
    return retryEnd == nil ? .subscribed : .inBillingRetry
  }
}

extension NaiveStore.Plan {
  /// Whether the subscriber has agreed to a new price of the next plan.
  ///
  /// If they have turned renewal off for another reason, no price concerns them.
  fileprivate var priceAnswer: Bool? {
    guard let increase, increase.product == next else { return nil }
    if !renews, increase.answer != .declined { return nil }
    return increase.answer == .agreed
  }
}
