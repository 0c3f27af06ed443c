import StoreAPI

// What an order leads to.
extension NaiveStore {
  mutating func order(
    _ number: Int, _ id: String, _ quantity: Int
  ) -> Observation.StepResult {
    switch orders[number] {
    case .closed: return .refused(.orderKeyClosed)
    case .sent(id, quantity, let result): return result
    case .sent: return .refused(.orderKeyReused)
    case nil: break
    }
    let result = buy(id, quantity)
    if case .refused = result { return result }
    orders[number] = .sent(product: id, quantity: quantity, result)
    return result
  }

  private mutating func buy(_ id: String, _ quantity: Int) -> Observation.StepResult {
    guard let product = products.first(where: { $0.id == id }) else {
      return .refused(.unknownProduct)
    }
    switch product.kind {
    case .fuel, .pass:
      guard (1...10).contains(quantity) else { return .refused(.invalidQuantity) }
      charge(product, quantity: quantity, at: clock, cents: quantity * product.cents)
    case .car:
      guard quantity == 1 else { return .refused(.invalidQuantity) }
      if let owned = receipts.first(where: { $0.product == id && !$0.isRevoked }) {
        return .owned(owned.count)
      }
      charge(product, at: clock, cents: product.cents)
    case .plan(let group, let level, let length, let offer):
      guard quantity == 1 else { return .refused(.invalidQuantity) }
      return subscribe(product, group, level, length, offer)
    }
    return .sold(receipts.count)
  }

  private mutating func subscribe(
    _ product: NaiveProduct, _ group: String, _ level: Int, _ length: NaiveLength,
    _ offer: NaiveProduct.IntroductoryOffer?
  ) -> Observation.StepResult {
    guard let plan = plans[group], isActive(group),
      case .plan(_, let oldLevel, let oldLength, _) = plan.product.kind
    else {
      let isNew = plans[group]?.usedIntroductoryOffer != true
      begin(product, group, length, isNew ? offer : nil)
      return .sold(receipts.count)
    }
    if plan.product == product, plan.next == product.id { return .owned(plan.receipt) }
    guard plan.product != product, level < oldLevel || level == oldLevel && length == oldLength
    else {
      plans[group]?.next = product.id
      return .scheduled(plan.receipt)
    }
    refundRest(of: plan)
    begin(product, group, length, nil)
    return .sold(receipts.count)
  }

  /// Refunds the unused time's share of the price, to the nearest cent.
  private mutating func refundRest(of plan: Plan) {
    let receipt = receipts[plan.receipt - 1]
    let end = end(of: plan)
    let length = end.seconds - receipt.date.seconds
    let rest = max(0, end.seconds - clock.seconds)
    receipts[plan.receipt - 1].returned = (2 * receipt.cents * rest + length) / (2 * length)
    receipts[plan.receipt - 1].isUpgraded = true
  }

  /// An offer that is free or paid up front has one period, one that is paid as you go several.
  private mutating func begin(
    _ product: NaiveProduct, _ group: String, _ length: NaiveLength,
    _ offer: NaiveProduct.IntroductoryOffer?
  ) {
    let past = plans[group]
    let first = offer?.length ?? length
    charge(
      product, at: clock, cents: offer?.cents ?? product.cents,
      chain: past.map { receipts[$0.receipt - 1].original },
      expires: end(of: [first], from: clock), isIntroductory: offer != nil)
    plans[group] = Plan(
      product: product, receipt: receipts.count, next: product.id, begin: clock, lengths: [first],
      offerPeriodsLeft: (offer?.periods ?? 1) - 1,
      usedIntroductoryOffer: offer != nil || past?.usedIntroductoryOffer == true,
      seriesStart: seriesStart(after: past))
  }

  /// A gap of less than 60 days does not interrupt a series.
  ///
  /// A refund ends the service.
  private func seriesStart(after past: Plan?) -> NaiveTime {
    guard let past else { return clock }
    let service = min(end(of: past), past.revoked ?? end(of: past))
    let isServed = past.end == nil && past.revoked == nil
    let lapse = clock.seconds - service.seconds
    return isServed || lapse < 60 * NaiveTime.day ? past.seriesStart : clock
  }

  mutating func charge(
    _ product: NaiveProduct, quantity: Int = 1, at date: NaiveTime, cents: Int, chain: Int? = nil,
    expires: NaiveTime? = nil, isRenewal: Bool = false, isIntroductory: Bool = false
  ) {
    let count = receipts.count + 1
    receipts.append(
      Receipt(
        count: count, original: chain ?? count, product: product.id, quantity: quantity, date: date,
        cents: cents, expires: expires, isRenewal: isRenewal, isIntroductory: isIntroductory))
  }
}
