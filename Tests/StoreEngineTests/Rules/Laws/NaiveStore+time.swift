// Time passes day by day, and plans renew or end.
extension NaiveStore {
  mutating func advance(by seconds: Int) {
    let end = clock + seconds
    while clock < end {
      clock = min(clock + (isFast ? 900 : NaiveTime.day), end)
      renewDuePlans()
    }
  }

  /// Oldest first; plans that are due at the same time in the order of their groups' names.
  private mutating func renewDuePlans() {
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
    plan.endedEarly ?? end(of: plan.lengths, from: plan.begin)
  }

  /// Adds consecutive months together, so a plan that began on the 31st ends on the 31st in every
  /// month that has one.
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

  /// Charges a new transaction in the same chain at the end of the last period; at most twelve
  /// times if time is fast.
  private mutating func renew(_ group: String) {
    guard var plan = plans[group] else { return }
    guard let next = plan.next, !isFast || plan.renewals < 12 else {
      return stop(group, .turnedOff)
    }
    guard let product = products.first(where: { $0.id == next }),
      case .plan(_, _, let length, let offer) = product.kind
    else { return stop(group, .withdrawn) }
    let isIntroductory = product == plan.product && plan.offerPeriodsLeft > 0
    let date = end(of: plan.lengths, from: plan.begin)
    plan.lengths.append(length)
    plan.offerPeriodsLeft = isIntroductory ? plan.offerPeriodsLeft - 1 : 0
    plan.renewals += 1
    plan.product = product
    charge(
      product, at: date, cents: isIntroductory ? offer?.cents ?? 0 : product.cents,
      chain: receipts[plan.receipt - 1].original,
      expires: end(of: plan.lengths, from: plan.begin), isRenewal: true,
      isIntroductory: isIntroductory)
    plan.receipt = receipts.count
    plans[group] = plan
  }

  private mutating func stop(_ group: String, _ end: Observation.End) {
    plans[group]?.end = end
    plans[group]?.next = nil
  }
}
