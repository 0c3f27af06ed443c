// Offers that win a former subscriber back.
extension NaiveStore {
  /// Those of the last plan in the order of the file, then those of the group's other plans.
  func winBacks(in group: String) -> [String] {
    guard let plan = plans[group] else { return [] }
    let others = NaiveProduct.all.filter { $0.group == group && $0.id != plan.product }
      .sorted { ($0.terms?.level ?? 0, $0.id) < ($1.terms?.level ?? 0, $1.id) }
    let ids = [plan.product] + others.map(\.id)
    return ids.compactMap { product($0)?.terms }.flatMap(\.winBacks)
      .filter { isEligible(for: $0, in: group) }.compactMap(\.id)
  }

  /// Only a former subscriber, whose plan has expired; then the offer's rule decides if it has one.
  func isEligible(for offer: NaiveOffer, in group: String) -> Bool {
    guard let plan = plans[group], plan.end != nil, plan.revoked == nil else { return false }
    guard let rule = offer.rule else { return offer.isEligible }
    return plan.paidDays >= rule.paidMonths * 30
      && after(plan.expires, rule.monthsSinceEnd.lowerBound, plan) <= clock
      && clock <= after(plan.expires, rule.monthsSinceEnd.upperBound, plan)
      && plan.lastWinBack.map { after($0, rule.monthsBetween, plan) <= clock } ?? true
  }

  /// Returns the time that is a number of months later, at the present time rate.
  private func after(_ time: NaiveTime, _ months: Int, _ plan: Plan) -> NaiveTime {
    if NaiveTimeRate(timeRate)?.isFixed == true {
      let wait = NaiveTimeRate.milliseconds(ofDays: 30 * months, for: plan.length, at: timeRate)
      return NaiveTime(milliseconds: time.milliseconds + wait)
    }
    let month = NaiveSpan(length: .months(1), timeRate: timeRate)
    return time.adding(Array(repeating: month, count: months))
  }
}
