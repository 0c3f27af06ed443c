import AppStorePayloads
import StoreAPI
import StoreOperatorAPI

// The operator's commands.
extension NaiveStore {
  mutating func perform(
    _ command: PlanCommand, for reference: SubscriptionReference
  ) -> Observation.StepResult {
    let group: String?
    switch reference {
    case .product(let product, _):
      group = plans.first { $0.value.isActive && $0.value.product == product }?.key
    case .transaction(let id):
      guard let receipt = sold.first(where: { $0.count == id.number }) else {
        return .refused(.unknownTransaction)
      }
      group = NaiveProduct.all.first { $0.id == receipt.product }?.group
    }
    guard let group, let plan = plans[group], plan.isActive else {
      return .refused(.notSubscribed)
    }
    if let refusal = refusal(of: command, for: plan) { return .refused(refusal) }
    perform(command, group, plan)
    return .changed
  }

  private mutating func perform(_ command: PlanCommand, _ group: String, _ plan: Plan) {
    switch command {
    case .expire: expire(group)
    case .turnRenewalOff: turnRenewalOff(group)
    case .turnRenewalOn: turnRenewalOn(group)
    case .resume: resume(group)
    case .renew:
      cut(group)
      endPeriod(of: group)
    case .failBilling: plans[group]?.paymentFails = true
    case .recoverBilling: recover(group)
    case .askForConsent: askForConsent(group)
    case .answer(let isAccepted): answer(group, isAccepted: isAccepted)
    case .extend(let days): extend(group, plan, days: days)
    }
  }

  private func refusal(of command: PlanCommand, for plan: Plan) -> ObservedError? {
    switch command {
    case .renew where plan.isInRetry: .billingIssue
    case .renew where !plan.renews: .renewalIsOff
    case .extend(let days) where !(1...90).contains(days): .invalidExtension
    case .extend where !mayBeExtended(plan): .extensionRefused
    case .askForConsent where !plan.renews: .renewalIsOff
    case .askForConsent where product(plan.next) == nil: .unknownProduct
    case .answer where !plan.awaitsAnswer: .noPriceIncrease
    default: nil
    }
  }

  /// At most twice in 365 days, and only a paid period that has not ended.
  private func mayBeExtended(_ plan: Plan) -> Bool {
    let year = NaiveTimeRate.milliseconds(ofDays: 365, for: plan.length, at: timeRate)
    let recent = plan.extensions.count { clock.milliseconds - $0.milliseconds < year }
    return recent < 2 && plan.retryEnd == nil && receipts[plan.receipt - 1].cents > 0
  }

  /// Later periods are counted from the new end.
  private mutating func extend(_ group: String, _ plan: Plan, days: Int) {
    let longer = NaiveTimeRate.milliseconds(ofDays: days, for: plan.length, at: timeRate)
    move(group, to: NaiveTime(milliseconds: plan.expires.milliseconds + longer))
    plans[group]?.extensions.append(clock)
  }

  /// Ends the current period now.
  private mutating func cut(_ group: String) { move(group, to: clock) }

  private mutating func move(_ group: String, to end: NaiveTime) {
    guard let plan = plans[group] else { return }
    receipts[plan.receipt - 1].expires = end
    plans[group]?.expires = end
    plans[group]?.begin = end
    plans[group]?.spans = []
  }

  /// Refunds the rest of the price, or a part of the price, and revokes the transaction.
  mutating func refund(_ count: Int, _ terms: RefundTerms) -> Observation.StepResult {
    guard sold.contains(where: { $0.count == count }) else {
      return .refused(.unknownTransaction)
    }
    var receipt = receipts[count - 1]
    guard !receipt.isRevoked else { return .refused(.alreadyRefunded) }
    let rest = receipt.cents - receipt.returned
    let isFree = receipt.cents == 0
    guard rest > 0 || isFree && !receipt.isUpgraded else { return .refused(.nothingToRefund) }
    var (amount, share) = (rest, 100_000)
    if !isFree { share = (200_000 * rest + receipt.cents) / (2 * receipt.cents) }
    if let asked = terms.thousandthsOfPercent {
      let part = (receipt.cents * asked + 50_000) / 100_000
      guard (1...100_000).contains(asked), part > 0 || isFree else {
        return .refused(.invalidRefundPercentage)
      }
      // What an upgrade has returned cannot be returned again.
      if part <= rest { (amount, share) = (part, asked) }
    }
    returnedBefore[count] = receipt.returned
    receipt.returned += amount
    receipt.revoked = Receipt.Revocation(
      date: clock,
      isFull: amount == receipt.cents && terms.thousandthsOfPercent ?? 100_000 == 100_000,
      thousandthsOfPercent: share, isIssue: terms.isIssue)
    receipts[count - 1] = receipt
    grantRequest(forRefundOf: receipt)
    revokePlan(withPeriod: count)
    return .refunded(amount)
  }

  /// Forgets a transaction, and a plan whose current or last period it was.
  mutating func delete(_ count: Int) -> Observation.StepResult {
    guard sold.contains(where: { $0.count == count }) else {
      return .refused(.unknownTransaction)
    }
    deleted.insert(count)
    plans = plans.filter { $0.value.receipt != count }
    orders = orders.mapValues { order in
      guard case .sent(_, _, _, let result) = order,
        [.sold(count), .owned(count), .scheduled(count)].contains(result)
      else { return order }
      return .closed
    }
    return .changed
  }

  /// Revokes a plan whose current or last period was refunded.
  ///
  /// A refund of an earlier period, or of one that an upgrade replaced, does not change the plan.
  private mutating func revokePlan(withPeriod count: Int) {
    for (group, plan) in plans where plan.receipt == count {
      plans[group]?.revoked = clock
      plans[group]?.lapse()
    }
  }

  /// A plan whose renewal failed is not tried again: it ends now.
  mutating func turnRenewalOff(_ group: String) {
    guard let plan = plans[group], plan.renews else { return }
    plans[group]?.renews = false
    if plan.isInRetry { stop(group, .turnedOff) }
  }

  /// The sheet shows the price of the next period, so the subscriber agrees to it.
  private mutating func resume(_ group: String) {
    guard let plan = plans[group], !plan.renews else { return }
    let isShown = !plan.isNextAtOffer && nextPeriod(of: plan) != nil
    guard isShown, plan.increase?.product == plan.next else { return turnRenewalOn(group) }
    plans[group]?.renews = true
    plans[group]?.increase?.answer = .agreed
  }

  /// Asks again for a price that was declined.
  private mutating func turnRenewalOn(_ group: String) {
    guard let plan = plans[group], !plan.renews else { return }
    plans[group]?.renews = true
    if plan.increase?.answer == .declined, plan.increase?.product == plan.next {
      plans[group]?.increase?.answer = .pending
    }
  }

  /// Ends the period now, as if the customer had turned renewal off, without a refund.
  private mutating func expire(_ group: String) {
    if plans[group]?.isInRetry == false { cut(group) }
    stop(group, .turnedOff)
  }

  mutating func perform(_ change: StoreChange) {
    switch change {
    case .grace(let days, let paidToPaid): (graceDays, isGracePaidToPaid) = (days, paidToPaid)
    case .renewalsFail(let isOn): renewalsFail = isOn
    case .askToBuy(let isOn): askToBuy = isOn
    case .interrupted(let isOn): isInterrupted = isOn
    case .cap(let isOn): isCapped = isOn
    case .timeRate(let new): timeRate = new
    case .storefront(let new): setCurrency(new)
    case .withdraw(let product): withdrawn.insert(product)
    case .bringBack(let product): withdrawn.remove(product)
    case .price(let product, let cents, let policy): setPrice(of: product, cents: cents, policy)
    case .importFile(let prices, let gone):
      for (product, cents) in prices where !gone.contains(product) {
        setPrice(of: product, cents: cents, .inform)
      }
      withdrawn = gone
    }
  }
}

extension NaiveStore.Plan {
  /// Whether the subscriber was asked to agree to the price of the next period.
  fileprivate var awaitsAnswer: Bool {
    renews && increase?.answer == .pending && increase?.product == next
  }
}
