// Time passes from one due date to the next.
extension NaiveStore {
  mutating func advance(by seconds: Int) {
    let target = clock + seconds
    while let date = [nextDue?.0, nextLapse?.date].compactMap(\.self).min(), date <= target {
      clock = date
      if let (due, group) = nextDue, due == date {
        comeDue(group)
      } else if let lapse = nextLapse {
        end(lapse.count)
      }
    }
    clock = target
  }

  /// The earliest; plans that are due at the same time in the order of their groups' names.
  private var nextDue: (NaiveTime, String)? {
    plans.filter { $0.value.isActive }
      .map { ($0.value.graceEnd ?? $0.value.retryEnd ?? $0.value.expires, $0.key) }
      .min(by: <)
  }

  private mutating func comeDue(_ group: String) {
    guard let plan = plans[group] else { return }
    if plan.graceEnd != nil {
      plans[group]?.graceEnd = nil
    } else if plan.retryEnd != nil {
      stop(group, .paymentFailed)
    } else {
      endPeriod(of: group)
    }
  }

  mutating func stop(_ group: String, _ end: Observation.End) {
    plans[group]?.end = end
    plans[group]?.lapse()
  }
}

extension NaiveStore.Plan {
  var isActive: Bool { end == nil && revoked == nil }

  /// Whether it has a renewal that failed.
  var isInRetry: Bool { isActive && retryEnd != nil }

  /// Whether the customer has access.
  var grantsAccess: Bool { isActive && (retryEnd == nil || graceEnd != nil) }

  /// Forgets what concerns the next renewal only.
  mutating func lapse() {
    renews = false
    redeemed = nil
    paymentFails = false
    retryEnd = nil
    failedCents = nil
    graceEnd = nil
    increase = nil
    kept = [:]
  }
}
