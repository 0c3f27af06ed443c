// Time passes day by day, and whatever has ended is renewed or ends.
extension NaiveStore {
  mutating func pass(_ seconds: Int) {
    let end = clock + seconds
    while clock < end {
      clock = min(clock + (isFast ? 900 : NaiveTime.day), end)
      renewWhatHasEnded()
    }
  }

  /// Oldest first; at the same moment in the order of the groups' names.
  private mutating func renewWhatHasEnded() {
    while let (_, group) = plans.keys.filter(isActive).map({ (end(of: $0), $0) })
      .filter({ $0.0 <= clock }).min(by: <)
    {
      renew(group)
    }
  }

  func isActive(_ group: String) -> Bool {
    plans[group].map { $0.end == nil && $0.revoked == nil } ?? false
  }

  private func end(of group: String) -> NaiveTime {
    plans[group].map { end(of: $0) } ?? clock
  }

  func end(of plan: Plan) -> NaiveTime {
    plan.cut ?? end(of: plan.lengths, from: plan.begin)
  }

  /// Months that follow each other are counted together, so a plan that began on the 31st ends on
  /// the 31st wherever there is one.
  func end(of lengths: [NaiveLength], from begin: NaiveTime) -> NaiveTime {
    var (time, months) = (begin, 0)
    for length in lengths {
      switch length {
      case .months(let count): months += count
      case .weeks(let count):
        time = add(months: months, to: time) + count * (isFast ? 900 : 7 * NaiveTime.day)
        months = 0
      }
    }
    return add(months: months, to: time)
  }

  private func add(months count: Int, to time: NaiveTime) -> NaiveTime {
    isFast ? time + count * 3600 : time.adding(months: count)
  }

  /// A new transaction, in the same chain, at the very moment the last period ended; in fast time
  /// twelve times at most.
  private mutating func renew(_ group: String) {
    guard var plan = plans[group] else { return }
    guard let next = plan.next, !isFast || plan.renewals < 12 else {
      return stop(group, .turnedOff)
    }
    guard let good = goods.first(where: { $0.id == next }),
      case .plan(_, _, let length, let introduction) = good.kind
    else { return stop(group, .withdrawn) }
    let isCheap = good == plan.good && plan.introductoryPeriodsLeft > 0
    let date = end(of: plan.lengths, from: plan.begin)
    plan.lengths.append(length)
    plan.introductoryPeriodsLeft = isCheap ? plan.introductoryPeriodsLeft - 1 : 0
    plan.renewals += 1
    plan.good = good
    charge(
      good, at: date, cents: isCheap ? introduction?.cents ?? 0 : good.cents,
      chain: receipts[plan.receipt - 1].original,
      expires: end(of: plan.lengths, from: plan.begin), isRenewal: true, isIntroduction: isCheap)
    plan.receipt = receipts.count
    plans[group] = plan
  }

  private mutating func stop(_ group: String, _ end: Observation.End) {
    plans[group]?.end = end
    plans[group]?.next = nil
  }
}
