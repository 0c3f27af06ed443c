// The operator buys for the customer, also in the past.
extension NaiveStore {
  /// What the customer has now of the product's group must have begun or ended by then.
  mutating func operatorOrder(
    _ number: Int, _ id: String, daysAgo days: Int, renews: Bool
  ) -> Observation.StepResult {
    guard orders[number] == nil else { return .refused(.orderKeyReused) }
    guard let product = product(id) else { return .refused(.unknownProduct) }
    let seconds = days * NaiveTimeRate.day(at: timeRate)
    let date = clock + -seconds
    guard date >= earliestPurchase(of: product) else { return .refused(.invalidPurchaseDate) }
    let now = clock
    clock = date
    let result = buy(id, 1, nil)
    if case .refused = result {
      clock = now
      return result
    }
    settle(number, id, 1, nil, result)
    if !renews, case .sold(let count) = result, let group = product.group {
      if plans[group]?.receipt == count { plans[group]?.renews = false }
    }
    advance(by: seconds)
    clock = now
    return result
  }

  private func earliestPurchase(of product: NaiveProduct) -> NaiveTime {
    let first = NaiveTime(seconds: 0)
    guard let group = product.group, let plan = plans[group] else { return first }
    let end = min(plan.expires, plan.revoked ?? plan.expires)
    return max(first, plan.grantsAccess ? receipts[plan.receipt - 1].date : end)
  }
}
