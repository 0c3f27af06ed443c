import AppStorePayloads

// The results of an order.
extension NaiveStore {
  mutating func order(
    _ number: Int, _ id: String, _ quantity: Int, _ offer: OrderedOffer?
  ) -> Observation.StepResult {
    switch orders[number] {
    case .closed: return .refused(.orderKeyClosed)
    case .sent(id, quantity, offer, let result): return result
    case .waits(id, quantity, offer): return .waits
    case .sent, .waits: return .refused(.orderKeyReused)
    case .repeats(let first): return fate(of: first)
    case nil: break
    }
    var shop = self
    let result = shop.buy(id, quantity, offer)
    if case .refused = result { return result }
    if offer?.code == nil, mustWait(result) {
      wait(number, id, quantity, offer)
      return .waits
    }
    self = shop
    settle(number, id, quantity, offer, result)
    return result
  }

  /// The customer has what another order has sold: no order waits for it any longer.
  mutating func settle(
    _ number: Int, _ id: String, _ quantity: Int, _ offer: OrderedOffer?,
    _ result: Observation.StepResult
  ) {
    orders[number] = .sent(product: id, quantity: quantity, offer: offer, result)
    guard let count = result.count, !isFuel(id) else { return }
    let shared: Observation.StepResult = result == .scheduled(count) ? result : .owned(count)
    for (place, order) in waiting where order.product == id && order.order != number {
      waiting[place] = nil
      orders[order.order] = .sent(
        product: id, quantity: order.quantity, offer: order.offer, shared)
    }
  }

  /// Only fuel can be wished for twice.
  func isFuel(_ id: String) -> Bool { NaiveProduct.all.first { $0.id == id }?.kind == .fuel }

  mutating func buy(
    _ id: String, _ quantity: Int, _ offer: OrderedOffer?
  ) -> Observation.StepResult {
    guard let product = product(id) else { return .refused(.unknownProduct) }
    if let code = offer?.code {
      if let refusal = refusal(of: code, for: id) { return .refused(refusal) }
      guard product.quantities.contains(quantity) else { return .refused(.invalidQuantity) }
      guard case .plan(let terms) = product.kind else { return give(product, quantity, with: code) }
      return redeem(code, for: product, terms)
    }
    guard product.quantities.contains(quantity) else { return .refused(.invalidQuantity) }
    switch product.kind {
    case .fuel, .pass:
      charge(product, quantity: quantity, at: clock, cents: quantity * product.cents)
    case .car:
      if let owned = sold.first(where: { $0.product == id && !$0.isRevoked }) {
        return .owned(owned.count)
      }
      charge(product, at: clock, cents: product.cents)
    case .plan(let terms):
      return subscribe(product, terms, offer)
    }
    return .sold(receipts.count)
  }

  private mutating func subscribe(
    _ product: NaiveProduct, _ terms: NaiveProduct.Terms, _ ordered: OrderedOffer?
  ) -> Observation.StepResult {
    if case .winBack(let winBack) = ordered {
      guard let offer = terms.winBacks.first(where: { $0.id == winBack }) else {
        return .refused(.unknownOffer)
      }
      guard isEligible(for: offer, in: terms.group) else { return .refused(.ineligibleForOffer) }
      begin(product, terms, offer)
      return .sold(receipts.count)
    }
    if case .promotional(let id) = ordered { return redeem(id, of: product, terms) }
    guard let plan = plans[terms.group], plan.isActive else {
      let isEligible =
        if case .introductory(let isAllowed) = ordered {
          isAllowed
        } else {
          plans[terms.group]?.usedIntroductoryOffer != true
        }
      begin(product, terms, isEligible ? terms.introductory : nil)
      return .sold(receipts.count)
    }
    guard plan.grantsAccess else {
      begin(product, terms, nil)
      return .sold(receipts.count)
    }
    return change(plan, to: product, terms)
  }

  /// Only for who is or was a subscriber, and only at a lower price.
  private mutating func redeem(
    _ id: String, of product: NaiveProduct, _ terms: NaiveProduct.Terms
  ) -> Observation.StepResult {
    guard let offer = terms.promotionals.first(where: { $0.id == id }) else {
      return .refused(.unknownOffer)
    }
    guard let plan = plans[terms.group] else { return .refused(.ineligibleForOffer) }
    let regular = product.cents * offer.length.days
    guard offer.cents == 0 || offer.cents * terms.length.days < regular else {
      return .refused(.invalidOfferPrice)
    }
    if hasOfferToCome(in: terms.group) { return .refused(.ineligibleForOffer) }
    if plan.grantsAccess { return change(plan, to: product, terms, offer) }
    begin(product, terms, offer)
    return .sold(receipts.count)
  }

  /// Changes a plan to which the customer has access.
  mutating func change(
    _ plan: Plan, to product: NaiveProduct, _ terms: NaiveProduct.Terms,
    _ offer: NaiveOffer? = nil
  ) -> Observation.StepResult {
    if plan.product == product.id, plan.next == product.id, plan.renews, offer == nil {
      return .owned(plan.receipt)
    }
    let isAtOnce =
      plan.product != product.id
      && (terms.level < plan.level || terms.level == plan.level && terms.length == plan.length)
    guard isAtOnce else {
      choose(product, for: terms.group, offer)
      return beginFreePeriod(in: terms.group) ?? .scheduled(plan.receipt)
    }
    refundRest(of: plan)
    begin(product, terms, offer)
    return .sold(receipts.count)
  }

  /// A customer who orders a plan agrees to its present price.
  private mutating func choose(_ product: NaiveProduct, for group: String, _ offer: NaiveOffer?) {
    let hasChanged = plans[group]?.next != product.id
    if plans[group]?.increase?.product == product.id {
      plans[group]?.increase?.answer = .agreed
    } else {
      plans[group]?.increase = nil
    }
    if offer != nil || hasChanged { plans[group]?.redeemed = offer }
    if offer != nil { plans[group]?.offerPeriodsLeft = 0 }
    plans[group]?.next = product.id
    plans[group]?.renews = true
    let kept = plans[group].map { plan in
      plan.kept.filter { $0.key == product.id || $0.key == plan.product }
    }
    plans[group]?.kept = kept ?? [:]
    if plans[group]?.isInRetry == true, hasChanged || offer != nil { priceFailedRenewal(group) }
  }

  /// A renewal that failed begins when it no longer costs anything.
  private mutating func beginFreePeriod(in group: String) -> Observation.StepResult? {
    guard let plan = plans[group], plan.isInRetry, nextPeriod(of: plan)?.cents == 0 else {
      return nil
    }
    recover(group)
    return .sold(receipts.count)
  }

  /// A renewal that failed is now one of another plan, or at an offer's price.
  private mutating func priceFailedRenewal(_ group: String) {
    guard var plan = plans[group] else { return }
    plan.failedCents = nil
    plan.failedCents = nextPeriod(of: plan)?.cents
    plans[group] = plan
  }

  /// Refunds the unused time's share of the price, to the nearest cent.
  private mutating func refundRest(of plan: Plan) {
    let receipt = receipts[plan.receipt - 1]
    let length = plan.expires.milliseconds - receipt.date.milliseconds
    let rest = max(0, plan.expires.milliseconds - clock.milliseconds)
    let share = length > 0 ? (2 * receipt.cents * rest + length) / (2 * length) : 0
    receipts[plan.receipt - 1].returned = share
    receipts[plan.receipt - 1].isUpgraded = true
  }

  /// Begins a plan now.
  ///
  /// An offer that is free or paid up front has one period, one that is paid as you go several.
  mutating func begin(_ product: NaiveProduct, _ terms: NaiveProduct.Terms, _ offer: NaiveOffer?) {
    let past = plans[terms.group]
    let span = NaiveSpan(length: offer?.length ?? terms.length, timeRate: timeRate)
    let cents = offer?.cents ?? product.cents
    charge(
      product, at: clock, cents: cents, chain: past.map { receipts[$0.receipt - 1].original },
      expires: clock.adding([span]), offer: offer)
    var plan = Plan(
      product: product.id, level: terms.level, length: terms.length, receipt: receipts.count,
      next: product.id, begin: clock, spans: [span], expires: clock.adding([span]),
      usedIntroductoryOffer: past?.usedIntroductoryOffer ?? false,
      seriesStart: seriesStart(after: past))
    plan.offer = offer
    plan.offerPeriodsLeft = (offer?.periods ?? 1) - 1
    if offer?.type == .introductory || offer?.type == .code && replacesIntroductory(terms) {
      plan.usedIntroductoryOffer = true
    }
    plan.lastWinBack = offer?.type == .winBack ? clock : past?.lastWinBack
    plan.paidDays = (past?.paidDays ?? 0) + (cents > 0 ? span.length.days : 0)
    plan.extensions = past?.extensions ?? []
    plans[terms.group] = plan
  }

  /// Whether a code that begins a plan now replaces an introductory offer.
  private func replacesIntroductory(_ terms: NaiveProduct.Terms) -> Bool {
    guard terms.introductory != nil else { return false }
    return plans[terms.group].map { !$0.isActive && !$0.usedIntroductoryOffer } ?? true
  }

  /// A gap of less than 60 days does not interrupt a series.
  ///
  /// A refund ends the service.
  private func seriesStart(after past: Plan?) -> NaiveTime {
    guard let past else { return clock }
    let service = min(past.expires, past.revoked ?? past.expires)
    let lapse = clock.milliseconds - service.milliseconds
    return past.grantsAccess || lapse < 60 * NaiveTime.day * 1000 ? past.seriesStart : clock
  }

  mutating func charge(
    _ product: NaiveProduct, quantity: Int = 1, at date: NaiveTime, cents: Int, chain: Int? = nil,
    expires: NaiveTime? = nil, isRenewal: Bool = false, offer: NaiveOffer? = nil
  ) {
    let count = receipts.count + 1
    receipts.append(
      Receipt(
        count: count, original: chain ?? count, product: product.id, quantity: quantity, date: date,
        cents: cents, currency: currency, expires: expires, isRenewal: isRenewal,
        isIntroductory: offer.map { $0.id == nil } ?? false, offer: offer?.id,
        offerLength: offer?.wholeLength))
  }
}
