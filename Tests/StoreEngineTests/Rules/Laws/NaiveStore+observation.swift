// What the customer sees.
extension NaiveStore {
  func observation(_ result: Observation.StepResult?) -> Observation {
    Observation(
      result: result, entitlements: entitlements,
      unfinished: Set(receipts.map(\.count)).subtracting(delivered),
      plans: plans.mapValues { plan in
        Observation.PlanState(
          product: plan.product.id, transaction: plan.receipt, next: plan.next,
          expires: end(of: plan), isActive: plan.end == nil && plan.revoked == nil,
          end: plan.end, revoked: plan.revoked, seriesStart: plan.seriesStart,
          usedIntroductoryOffer: plan.usedIntroductoryOffer)
      })
  }

  /// Every car, the latest transaction of each pass, and the current period of each active plan.
  ///
  /// Refunded transactions are ignored.
  private var entitlements: Set<Int> {
    var entitlements: Set<Int> = []
    for product in NaiveProduct.all {
      guard let latest = receipts.last(where: { $0.product == product.id && !$0.isRevoked }) else {
        continue
      }
      switch product.kind {
      case .fuel: break
      case .car, .pass: entitlements.insert(latest.count)
      case .plan:
        let isCurrent = latest.expires.map { clock < $0 } ?? false
        if isCurrent, !latest.isUpgraded { entitlements.insert(latest.count) }
      }
    }
    return entitlements
  }
}
