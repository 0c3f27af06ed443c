// What an order leads to, as the customer is told.
extension NaiveStore {
  mutating func order(
    _ number: Int, _ id: String, _ quantity: Int
  ) -> Observation.OrderReply {
    switch orders[number] {
    case .givenUp: return .refused(.keyClosed)
    case .sent(id, quantity, let answer): return answer
    case .sent: return .refused(.keyReused)
    case nil: break
    }
    let answer = buy(id, quantity)
    if case .refused = answer { return answer }
    orders[number] = .sent(good: id, quantity: quantity, answer)
    return answer
  }

  private mutating func buy(_ id: String, _ quantity: Int) -> Observation.OrderReply {
    guard let good = goods.first(where: { $0.id == id }) else { return .refused(.unknownProduct) }
    switch good.kind {
    case .fuel, .pass:
      guard (1...10).contains(quantity) else { return .refused(.quantity) }
      charge(good, quantity: quantity, at: clock, cents: quantity * good.cents)
    case .car:
      guard quantity == 1 else { return .refused(.quantity) }
      if let owned = receipts.first(where: { $0.good == id && $0.stands }) {
        return .owned(owned.count)
      }
      charge(good, at: clock, cents: good.cents)
    case .plan(let group, let level, let length, let introduction):
      guard quantity == 1 else { return .refused(.quantity) }
      return subscribe(good, group, level, length, introduction)
    }
    return .sold(receipts.count)
  }

  private mutating func subscribe(
    _ good: NaiveGood, _ group: String, _ level: Int, _ length: NaiveLength,
    _ introduction: NaiveGood.Introduction?
  ) -> Observation.OrderReply {
    guard let plan = plans[group], isActive(group),
      case .plan(_, let oldLevel, let oldLength, _) = plan.good.kind
    else {
      let isNew = plans[group]?.hadIntroduction != true
      begin(good, group, length, isNew ? introduction : nil)
      return .sold(receipts.count)
    }
    if plan.good == good, plan.next == good.id { return .owned(plan.receipt) }
    guard plan.good != good, level < oldLevel || level == oldLevel && length == oldLength else {
      plans[group]?.next = good.id
      return .scheduled(plan.receipt)
    }
    giveBackRest(of: plan)
    begin(good, group, length, nil)
    return .sold(receipts.count)
  }

  /// The share of the price that belongs to the unused time, to the nearest cent.
  private mutating func giveBackRest(of plan: Plan) {
    let receipt = receipts[plan.receipt - 1]
    let end = end(of: plan)
    let length = end.seconds - receipt.date.seconds
    let rest = max(0, end.seconds - clock.seconds)
    receipts[plan.receipt - 1].returned = (2 * receipt.cents * rest + length) / (2 * length)
    receipts[plan.receipt - 1].isUpgraded = true
  }

  /// Paid up front and free, an introduction is one period; paid as you go, it is several.
  private mutating func begin(
    _ good: NaiveGood, _ group: String, _ length: NaiveLength,
    _ introduction: NaiveGood.Introduction?
  ) {
    let past = plans[group]
    let first = introduction?.lasting ?? length
    charge(
      good, at: clock, cents: introduction?.cents ?? good.cents,
      chain: past.map { receipts[$0.receipt - 1].original },
      expires: end(of: [first], from: clock), isIntroduction: introduction != nil)
    plans[group] = Plan(
      good: good, receipt: receipts.count, next: good.id, begin: clock, lengths: [first],
      introductoryPeriodsLeft: (introduction?.periods ?? 1) - 1,
      hadIntroduction: introduction != nil || past?.hadIntroduction == true,
      seriesStart: seriesStart(after: past))
  }

  /// A lapse of less than 60 days does not interrupt a series; service ends with a refund.
  private func seriesStart(after past: Plan?) -> NaiveTime {
    guard let past else { return clock }
    let service = min(end(of: past), past.revoked ?? end(of: past))
    let isServed = past.end == nil && past.revoked == nil
    let lapse = clock.seconds - service.seconds
    return isServed || lapse < 60 * NaiveTime.day ? past.seriesStart : clock
  }

  mutating func charge(
    _ good: NaiveGood, quantity: Int = 1, at date: NaiveTime, cents: Int, chain: Int? = nil,
    expires: NaiveTime? = nil, isRenewal: Bool = false, isIntroduction: Bool = false
  ) {
    let count = receipts.count + 1
    receipts.append(
      Receipt(
        count: count, original: chain ?? count, good: good.id, quantity: quantity, date: date,
        cents: cents, expires: expires, isRenewal: isRenewal, isIntroduction: isIntroduction))
  }
}
