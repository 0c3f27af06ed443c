// What the operator does.
extension NaiveStore {
  /// Refunds the rest of the price and revokes the transaction.
  mutating func refund(_ count: Int) -> Observation.StepResult {
    guard receipts.contains(where: { $0.count == count }) else {
      return .refused(.unknownTransaction)
    }
    var receipt = receipts[count - 1]
    guard !receipt.isRevoked else { return .refused(.alreadyRefunded) }
    let rest = receipt.cents - receipt.returned
    guard rest > 0 else { return .refused(.nothingToRefund) }
    receipt.returned = receipt.cents
    receipt.revoked = Receipt.Revocation(
      date: clock, isFull: rest == receipt.cents,
      thousandthsOfPercent: (200_000 * rest + receipt.cents) / (2 * receipt.cents))
    receipts[count - 1] = receipt
    revokePlan(withPeriod: count)
    return .refunded(rest)
  }

  /// Revokes a plan whose current or last period was refunded.
  ///
  /// A refund of an earlier period, or of one that an upgrade replaced, does not change the plan.
  private mutating func revokePlan(withPeriod count: Int) {
    for (group, plan) in plans where plan.receipt == count {
      plans[group]?.revoked = clock
      plans[group]?.next = nil
    }
  }

  /// Ends the period now, as if the customer had turned renewal off, without a refund.
  mutating func expire(_ product: String) -> Observation.StepResult {
    guard let group = plans.keys.first(where: { isActive($0) && plans[$0]?.product.id == product }),
      let plan = plans[group]
    else { return .refused(.notSubscribed) }
    receipts[plan.receipt - 1].expires = clock
    plans[group]?.endedEarly = clock
    plans[group]?.end = .turnedOff
    plans[group]?.next = nil
    return .expired
  }
}
