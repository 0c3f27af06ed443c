import StoreAPI

// The end of a period: renewal, a renewal that fails, or the end of the plan.
extension NaiveStore {
  /// The terms of a period that follows another.
  struct NextPeriod {
    var product: NaiveProduct
    var level: Int
    /// Of the plan's periods; an offer's may be of another length.
    var planLength: NaiveLength
    var length: NaiveLength
    var cents: Int
    /// The offer that gives this price.
    var offer: NaiveOffer?
  }

  /// `nil` if its product is not for sale.
  func nextPeriod(of plan: Plan) -> NextPeriod? {
    guard let product = product(plan.next), case .plan(let terms) = product.kind else { return nil }
    var next = NextPeriod(
      product: product, level: terms.level, planLength: terms.length, length: terms.length,
      cents: product.cents)
    if plan.isNextAtOffer, let offer = plan.isOfferRunning ? plan.offer : plan.redeemed {
      next.length = offer.length
      next.cents = offer.cents
      next.offer = offer
    } else if let price = plan.failedCents ?? plan.centsBeforeQuestion {
      next.cents = price
    } else if let kept = plan.kept[product.id] {
      next.cents = kept
    }
    return next
  }

  /// Ends the period of an active plan now, and begins the next one if there is one.
  mutating func endPeriod(of group: String) {
    guard let plan = plans[group] else { return }
    if plan.renewalPriceIs(.declined) { return stop(group, .priceNotAccepted) }
    guard plan.renews, !isCapReached(by: plan) else { return stop(group, .turnedOff) }
    guard let next = nextPeriod(of: plan) else { return stop(group, .withdrawn) }
    if plan.renewalPriceIs(.pending) { return stop(group, .priceNotAccepted) }
    if plan.paymentFails || renewalsFail, next.cents > 0 { return fail(group, next.cents) }
    renew(group, next, from: clock, keepsCycle: true)
  }

  /// Twelve renewals if time is fast, unless the operator has removed the limit.
  private func isCapReached(by plan: Plan) -> Bool {
    isCapped && timeRate != .realTime && plan.renewals >= 12
  }

  private mutating func fail(_ group: String, _ cents: Int) {
    guard let plan = plans[group] else { return }
    plans[group]?.retryEnd = clock + NaiveTimeRate.retry(at: timeRate)
    plans[group]?.failedCents = cents
    let isPaid = receipts[plan.receipt - 1].cents > 0
    guard graceDays > 0, isPaid || !isGracePaidToPaid else { return }
    plans[group]?.graceEnd =
      clock + NaiveTimeRate.grace(of: plan.length, days: graceDays, at: timeRate)
  }

  /// Charges a renewal that failed before.
  ///
  /// In grace the cycle goes on as if the renewal had not failed, unless its period would be over
  /// already. Otherwise a new cycle begins now.
  mutating func recover(_ group: String) {
    guard let plan = plans[group], plan.retryEnd != nil else {
      plans[group]?.paymentFails = false
      return
    }
    guard let next = nextPeriod(of: plan) else { return stop(group, .withdrawn) }
    let span = NaiveSpan(length: next.length, timeRate: timeRate)
    let keepsCycle = plan.graceEnd != nil && plan.begin.adding(plan.spans + [span]) > clock
    renew(group, next, from: keepsCycle ? plan.expires : clock, keepsCycle: keepsCycle)
  }

  /// Charges a new transaction in the same chain.
  private mutating func renew(
    _ group: String, _ next: NextPeriod, from date: NaiveTime, keepsCycle: Bool
  ) {
    guard var plan = plans[group] else { return }
    if !keepsCycle { (plan.begin, plan.spans) = (date, []) }
    plan.spans.append(NaiveSpan(length: next.length, timeRate: timeRate))
    plan.expires = plan.begin.adding(plan.spans)
    if !plan.hasIncrease(after: next) { plan.increase = nil }
    plan.kept = plan.kept.filter { $0.key == next.product.id }
    if plan.retryEnd != nil {
      (plan.paymentFails, plan.retryEnd, plan.graceEnd, plan.failedCents) = (false, nil, nil, nil)
    }
    if plan.isOfferRunning {
      plan.offerPeriodsLeft -= 1
    } else {
      plan.offerPeriodsLeft = next.offer.map { $0.periods - 1 } ?? 0
      plan.redeemed = nil
    }
    plan.offer = next.offer
    (plan.product, plan.level, plan.length) = (next.product.id, next.level, next.planLength)
    plan.renewals += 1
    plan.paidDays += next.cents > 0 ? next.length.days : 0
    charge(
      next.product, at: date, cents: next.cents, chain: receipts[plan.receipt - 1].original,
      expires: plan.expires, isRenewal: true, offer: next.offer)
    plan.receipt = receipts.count
    plans[group] = plan
  }
}

extension NaiveStore.Plan {
  /// Whether the next period has the price of the current one's offer, or of one that was redeemed.
  var isNextAtOffer: Bool { redeemed != nil || isOfferRunning }

  /// Whether the current period's offer goes on, before one that was redeemed begins.
  var isOfferRunning: Bool { next == product && offerPeriodsLeft > 0 }

  /// What a renewal that failed costs if the subscriber was asked about a higher price since then.
  ///
  /// In another currency it no longer has a price of its own.
  fileprivate var centsBeforeQuestion: Int? {
    guard isInRetry, let increase, increase.product == next, increase.answer != .agreed else {
      return nil
    }
    return increase.before
  }

  /// Whether a new price is still to come when a period has been charged: it was an offer's, or one
  /// that failed before the price rose.
  fileprivate func hasIncrease(after next: NaiveStore.NextPeriod) -> Bool {
    guard let increase, increase.product == next.product.id else { return false }
    if next.offer != nil { return true }
    guard isInRetry else { return false }
    let later = kept[next.product.id] ?? next.product.cents
    return increase.answer == .pending || next.cents < later
  }

  /// Whether the next period has a new price, which the subscriber has answered like this.
  fileprivate func renewalPriceIs(_ answer: NaiveStore.Increase.Answer) -> Bool {
    increase?.product == next && increase?.answer == answer && !isNextAtOffer
  }
}
