import AppStorePayloads
import StoreAPI
import StoreOperatorAPI
import TestSupport

extension History {
  /// The history of a seed: equal seeds give equal histories of up to 60 events.
  init(seed: Int) {
    var generator = HistoryGenerator(seed: seed)
    self = generator.history()
  }
}

/// Makes a history from a seed.
private struct HistoryGenerator {
  private var random: SeededGenerator
  private var timeRate: TimeRate
  private var currency = NaiveCurrency.dollar
  private var orders: [HistoryStep] = []
  private var lastRefund: Int?

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    timeRate = .realTime
    if random.chance(of: 4) { timeRate = anyTimeRate() }
  }

  /// Half of the histories begin on 31 January 2024, and they may last years.
  mutating func history() -> History {
    let day = random.chance(of: 2) ? 30 : random.roll(366)
    let second = random.chance(of: 2) ? 0 : random.roll(NaiveTime.day)
    if random.chance(of: 4) { currency = .yen }
    var history = History(
      timeRate: timeRate, start: NaiveTime(seconds: day * NaiveTime.day + second),
      currency: currency, steps: [])
    for number in 0..<(20 + random.roll(41)) {
      history.steps += [.wait(pause()), step(number)]
    }
    return history
  }

  /// Often whole days, so that steps happen exactly when periods and grace periods end.
  private mutating func pause() -> Int {
    let day = NaiveTimeRate.day(at: timeRate)
    switch random.roll(8) {
    case 0, 1: return 0
    case 2: return random.roll(3 * day)
    case 3: return [28, 29, 30, 31, 59, 60, 61][random.roll(7)] * day
    case 4: return [3, 6, 7, 15, 16][random.roll(5)] * day
    case 5: return random.roll(40) * day
    default: return random.roll(40 * day)
    }
  }

  private mutating func step(_ number: Int) -> HistoryStep {
    switch random.roll(119) {
    case 0..<34: return order(number)
    case 34..<36: return .settle(random.roll(number + 3))
    case 36..<40: return .finish(1 + random.roll(number + 2))
    case 40..<45: return refund(1 + random.roll(number + 2))
    case 45: return .fixPayment
    case 116...: return operatorOrder(number)
    case 112...: return .delete(1 + random.roll(number + 2))
    case 104...: return refundRequest(number)
    case 100...: return .decide(decision(), 1 + random.roll(number + 2))
    case 46..<78: return .plan(planCommand(), reference(number))
    default: return .store(storeChange())
    }
  }
}

extension HistoryGenerator {
  /// Sometimes an earlier order again, or another one under the same key.
  private mutating func order(_ number: Int) -> HistoryStep {
    if !orders.isEmpty, random.chance(of: 20) { return orders[random.roll(orders.count)] }
    let key = random.chance(of: 20) ? random.roll(number + 1) : number
    let step =
      switch random.roll(16) {
      case 0, 1: winBackOrder(key)
      case 2: signedOrder(key)
      case 3, 4: promotionalOrder(key)
      case 5, 6: codeOrder(key)
      default: plainOrder(key)
      }
    orders.append(step)
    return step
  }

  /// Its numbers are not those of the customer's orders.
  private mutating func operatorOrder(_ number: Int) -> HistoryStep {
    .operatorOrder(
      100 + number, product: product(), daysAgo: random.chance(of: 2) ? 0 : random.roll(100),
      renews: !random.chance(of: 4))
  }

  private mutating func decision() -> OrderDecision {
    OrderDecision.allCases[random.roll(OrderDecision.allCases.count)]
  }

  private mutating func refund(_ count: Int) -> HistoryStep {
    lastRefund = count
    return .refund(
      count,
      RefundTerms(
        thousandthsOfPercent: random.chance(of: 2) ? percentage() : nil,
        isIssue: random.chance(of: 3)))
  }

  /// Sometimes one that is refused, or that gives back less than a cent.
  private mutating func percentage() -> Int {
    [0, 1, 100_000, 100_001, 50_000, 33_333, random.roll(100_000), random.roll(100_000)][
      random.roll(8)]
  }

  /// A reversal is mostly that of the last refund.
  private mutating func refundRequest(_ number: Int) -> HistoryStep {
    let command = RefundCommand.allCases[random.roll(RefundCommand.allCases.count)]
    if command == .reverse, let lastRefund, !random.chance(of: 4) {
      return .refundRequest(.reverse, lastRefund)
    }
    return .refundRequest(command, 1 + random.roll(number + 2))
  }

  private mutating func plainOrder(_ number: Int) -> HistoryStep {
    let quantity = random.chance(of: 20) ? random.roll(13) : 1
    return .order(number, product: product(), quantity: quantity, offer: nil)
  }

  private mutating func signedOrder(_ number: Int) -> HistoryStep {
    let isAllowed = random.chance(of: 2)
    return .order(
      number, product: product(), quantity: 1, offer: .introductory(isAllowed: isAllowed))
  }

  private mutating func winBackOrder(_ number: Int) -> HistoryStep {
    let plans = NaiveProduct.all.filter { $0.terms?.winBacks.isEmpty == false }
    let plan = plans[random.roll(plans.count)]
    let offers = plan.terms?.winBacks.compactMap(\.id) ?? []
    let offer = random.chance(of: 20) ? "unknown" : offers[random.roll(offers.count)]
    return .order(number, product: plan.id, quantity: 1, offer: .winBack(offer))
  }

  private mutating func promotionalOrder(_ number: Int) -> HistoryStep {
    let plans = NaiveProduct.all.filter { $0.terms?.promotionals.isEmpty == false }
    let plan = plans[random.roll(plans.count)]
    let offers = plan.terms?.promotionals.compactMap(\.id) ?? []
    let offer = random.chance(of: 20) ? "unknown" : offers[random.roll(offers.count)]
    return .order(number, product: plan.id, quantity: 1, offer: .promotional(offer))
  }

  private mutating func codeOrder(_ number: Int) -> HistoryStep {
    let code = NaiveCode.all[random.roll(NaiveCode.all.count)]
    return .order(
      number, product: random.chance(of: 20) ? product() : code.product,
      quantity: random.chance(of: 20) ? 2 : 1, offer: .code(code.text))
  }

  private mutating func planCommand() -> PlanCommand {
    switch random.roll(20) {
    case 0: .expire
    case 1...3: .turnRenewalOff
    case 4: .turnRenewalOn
    case 5: .resume
    case 6, 7: .renew
    case 8...10: .failBilling
    case 11...13: .recoverBilling
    case 14, 15: .askForConsent
    case 16, 17: .answer(isAccepted: !random.chance(of: 3))
    default: .extend(days: random.chance(of: 10) ? 91 * random.roll(2) : 1 + random.roll(90))
    }
  }

  private mutating func storeChange() -> StoreChange {
    switch random.roll(18) {
    case 0...2: .grace([0, 3, 16, 28][random.roll(4)], paidToPaid: random.chance(of: 3))
    case 3: .renewalsFail(true)
    case 4, 5: .renewalsFail(false)
    case 6: .cap(random.chance(of: 2))
    case 7 where random.chance(of: 3): timeRateChange()
    case 8: .withdraw(product())
    case 9, 10: .bringBack(product())
    case 11: importFile()
    case 16: .askToBuy(random.chance(of: 2))
    case 17: .interrupted(random.chance(of: 3))
    case 12: .storefront([.euro, .dollar, .yen][random.roll(3)])
    default: price()
    }
  }

  private mutating func importFile() -> StoreChange {
    let prices = (0..<2).map { _ in price(of: plan()) }
    let gone = NaiveProduct.all.filter { _ in random.chance(of: 12) }.map(\.id)
    return .importFile(
      prices: Dictionary(prices.map { ($0.plan, $0.cents) }) { first, _ in first },
      gone: Set(gone))
  }

  private mutating func timeRateChange() -> StoreChange {
    timeRate = random.chance(of: 2) ? .realTime : anyTimeRate()
    return .timeRate(timeRate)
  }

  private mutating func anyTimeRate() -> TimeRate {
    TimeRate.allCases[random.roll(TimeRate.allCases.count)]
  }

  private mutating func price() -> StoreChange {
    let (plan, cents) = price(of: plan())
    let policies = StoreChange.PricePolicy.allCases
    return .price(plan, cents: cents, policies[random.roll(policies.count)])
  }

  private mutating func price(of plan: String) -> (plan: String, cents: Int) {
    let normal = NaiveProduct.all.first { $0.id == plan }?.cents ?? 0
    return (plan, [normal, normal / 2, normal + 100, normal + 200, normal * 2][random.roll(5)])
  }

  /// Named by its product, mostly one that was ordered, or by a transaction, which may be of any
  /// product.
  private mutating func reference(_ number: Int) -> SubscriptionReference {
    if random.chance(of: 3) {
      return .transaction(TransactionID(count: 1 + random.roll(number + 2)))
    }
    guard !random.chance(of: 5), case .order(_, let product, _, _)? = recentOrder() else {
      return .product(plan(), account: nil)
    }
    return .product(product, account: nil)
  }

  private mutating func recentOrder() -> HistoryStep? {
    orders.suffix(4).isEmpty ? nil : orders.suffix(4).randomElement(using: &random)
  }

  /// Mostly of one group.
  private mutating func plan() -> String {
    let group = random.chance(of: 4) ? "news" : "navigation"
    let plans = NaiveProduct.all.filter { $0.group == group }
    return plans[random.roll(plans.count)].id
  }

  /// Mostly plans, because they have the most rules.
  private mutating func product() -> String {
    if !random.chance(of: 4) { return plan() }
    return random.chance(of: 40)
      ? "unknown" : NaiveProduct.all[random.roll(NaiveProduct.all.count)].id
  }
}
