// What the operator does to a customer.
extension NaiveStore {
  /// All that is left of the price comes back, and what was paid for goes.
  mutating func refund(_ count: Int) -> Observation.OrderReply {
    guard receipts.contains(where: { $0.count == count }) else {
      return .refused(.unknownTransaction)
    }
    var receipt = receipts[count - 1]
    guard receipt.stands else { return .refused(.alreadyRefunded) }
    let rest = receipt.cents - receipt.returned
    guard rest > 0 else { return .refused(.nothingToRefund) }
    receipt.returned = receipt.cents
    receipt.revoked = Receipt.Revocation(
      date: clock, isWhole: rest == receipt.cents,
      thousandthsOfPercent: (200_000 * rest + receipt.cents) / (2 * receipt.cents))
    receipts[count - 1] = receipt
    takeAway(whatPeriod: count)
    return .refunded(rest)
  }

  /// A plan whose current or last period is given back serves no longer, and never renews; the
  /// refund of an earlier one, or of one that an upgrade replaced, does not touch it.
  private mutating func takeAway(whatPeriod count: Int) {
    for (group, plan) in plans where plan.receipt == count {
      plans[group]?.revoked = clock
      plans[group]?.next = nil
    }
  }

  /// The period ends now, as if the customer had turned renewal off; nobody gets money back.
  mutating func expire(_ good: String) -> Observation.OrderReply {
    guard let group = plans.keys.first(where: { isActive($0) && plans[$0]?.good.id == good }),
      let plan = plans[group]
    else { return .refused(.notSubscribed) }
    receipts[plan.receipt - 1].expires = clock
    plans[group]?.cut = clock
    plans[group]?.end = .turnedOff
    plans[group]?.next = nil
    return .expired
  }
}
