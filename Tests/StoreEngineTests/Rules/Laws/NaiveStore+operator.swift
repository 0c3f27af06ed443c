import StoreAPI

// What the operator does.
extension NaiveStore {
  mutating func perform(_ command: OperatorCommand) -> Observation.StepResult {
    switch command {
    case .refund(let id): refund(id.number)
    case .expire(let reference): change(reference) { $0.expire($1) }
    case .disableAutoRenew(let reference): change(reference) { $0.turnRenewalOff($1) }
    case .enableAutoRenew(let reference): change(reference) { $0.turnRenewalOn($1) }
    case .clock, .setClock, .advance, .transactions, .accounts, .addAccount, .signOut,
      .removeDevice, .reset:
      preconditionFailure("no history has the command \(command)")
    }
  }

  /// Changes the active plan of the group that a reference means.
  private mutating func change(
    _ reference: SubscriptionReference, _ body: (inout NaiveStore, String) -> Void
  ) -> Observation.StepResult {
    let group: String?
    switch reference {
    case .product(let product, _):
      group = plans.keys.first { isActive($0) && plans[$0]?.product.id == product }
    case .transaction(let id):
      guard let receipt = receipts.first(where: { $0.count == id.number }) else {
        return .refused(.unknownTransaction)
      }
      group = NaiveProduct.all.first { $0.id == receipt.product }?.group
    }
    guard let group, isActive(group) else { return .refused(.notSubscribed) }
    body(&self, group)
    return .changed
  }

  /// Refunds the rest of the price and revokes the transaction.
  private mutating func refund(_ count: Int) -> Observation.StepResult {
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

  private mutating func turnRenewalOff(_ group: String) {
    guard let next = plans[group]?.next else { return }
    plans[group]?.kept = next
    plans[group]?.next = nil
  }

  private mutating func turnRenewalOn(_ group: String) {
    guard let plan = plans[group], plan.next == nil else { return }
    plans[group]?.next = plan.kept
  }

  /// Ends the period now, as if the customer had turned renewal off, without a refund.
  private mutating func expire(_ group: String) {
    if let plan = plans[group] { receipts[plan.receipt - 1].expires = clock }
    plans[group]?.endedEarly = clock
    plans[group]?.end = .turnedOff
    plans[group]?.next = nil
  }
}
