// What a customer sees of it all.
extension NaiveStore {
  func observation(_ answer: Observation.OrderReply?) -> Observation {
    Observation(
      answer: answer, entitlements: entitlements,
      unfinished: Set(receipts.map(\.count)).subtracting(delivered),
      plans: plans.mapValues { plan in
        Observation.SubscriptionStanding(
          good: plan.good.id, transaction: plan.receipt, next: plan.next,
          expires: end(of: plan), isActive: plan.end == nil && plan.revoked == nil,
          end: plan.end, revoked: plan.revoked, seriesStart: plan.seriesStart,
          hadIntroduction: plan.hadIntroduction)
      })
  }

  /// Every car; the latest of each pass, for ever; the current period of each active plan.
  ///
  /// What was refunded is as if it had never been bought.
  private var entitlements: Set<Int> {
    var entitlements: Set<Int> = []
    for good in NaiveGood.all {
      guard let latest = receipts.last(where: { $0.good == good.id && $0.stands }) else { continue }
      switch good.kind {
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
