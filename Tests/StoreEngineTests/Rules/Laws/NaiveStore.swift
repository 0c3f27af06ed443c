/// A store for one customer, written from StoreKit's documented behaviour and from nothing else.
///
/// It is slow and obvious: it walks through a history day by day, looks at every subscription
/// each day, and works every date out again from the first day of its plan.
struct NaiveStore {
  private(set) var receipts: [Receipt] = []
  /// What upgrades gave back, in cents.
  private(set) var refunds: [Int] = []
  private(set) var observations: [Observation] = []

  private var clock: NaiveTime
  private let isFast: Bool
  private var goods = NaiveGood.all
  private var plans: [String: Plan] = [:]
  private var orders: [Int: Order] = [:]
  private var delivered: Set<Int> = []

  /// A subscription in one group.
  private struct Plan {
    var good: NaiveGood
    var receipt: Int
    /// The plan of the next period; `nil` when there will be none.
    var next: String?
    /// When the customer bought this plan, and the length of each period since then.
    var begin: NaiveTime
    var lengths: [NaiveLength]
    var introductoryPeriodsLeft: Int
    var hadIntroduction: Bool
    var renewals = 0
    var seriesStart: NaiveTime
    var end: Observation.End?
  }

  /// What is remembered under an order's key.
  private enum Order {
    case sent(good: String, quantity: Int, Observation.Answer)
    case givenUp
  }

  /// Lives a whole history.
  init(_ history: History) {
    clock = history.start
    isFast = history.isFast
    for deed in history.deeds {
      let answer = live(deed)
      if !deed.isWait { observations.append(observation(answer)) }
    }
    observations.append(observation(nil))
  }

  private mutating func live(_ deed: Deed) -> Observation.Answer? {
    switch deed {
    case .wait(let seconds):
      pass(seconds)
      return nil
    case .order(let number, let good, let quantity):
      return order(number, good, quantity)
    case .giveUp(let number):
      if orders[number] == nil { orders[number] = .givenUp }
      return nil
    case .turnOff(let group):
      if isActive(group) { plans[group]?.next = nil }
      return nil
    case .finish(let count):
      guard receipts.contains(where: { $0.count == count }) else {
        return .refused(.unknownTransaction)
      }
      delivered.insert(count)
      return .finished
    case .withdraw(let good):
      goods.removeAll { $0.id == good }
      return nil
    }
  }
}

// MARK: - Time

extension NaiveStore {
  private mutating func pass(_ seconds: Int) {
    let end = clock + seconds
    while clock < end {
      clock = min(clock + (isFast ? 900 : NaiveTime.day), end)
      renewWhatHasEnded()
    }
  }

  /// Oldest first; at the same moment in the order of the groups' names.
  private mutating func renewWhatHasEnded() {
    while let (_, group) = plans.keys.filter(isActive).map({ (end(of: $0), $0) })
      .filter({ $0.0 <= clock }).min(by: <)
    {
      renew(group)
    }
  }

  private func isActive(_ group: String) -> Bool { plans[group].map { $0.end == nil } ?? false }

  private func end(of group: String) -> NaiveTime {
    guard let plan = plans[group] else { return clock }
    return end(of: plan.lengths, from: plan.begin)
  }

  /// Months that follow each other are counted together, so a plan that began on the 31st ends on
  /// the 31st wherever there is one.
  private func end(of lengths: [NaiveLength], from begin: NaiveTime) -> NaiveTime {
    var (time, months) = (begin, 0)
    for length in lengths {
      switch length {
      case .months(let count): months += count
      case .weeks(let count):
        time = add(months: months, to: time) + count * (isFast ? 900 : 7 * NaiveTime.day)
        months = 0
      }
    }
    return add(months: months, to: time)
  }

  private func add(months count: Int, to time: NaiveTime) -> NaiveTime {
    isFast ? time + count * 3600 : time.adding(months: count)
  }

  /// A new transaction, in the same chain, at the very moment the last period ended; in fast time
  /// twelve times at most.
  private mutating func renew(_ group: String) {
    guard var plan = plans[group] else { return }
    guard let next = plan.next, !isFast || plan.renewals < 12 else {
      return stop(group, .turnedOff)
    }
    guard let good = goods.first(where: { $0.id == next }),
      case .plan(_, _, let length, let introduction) = good.kind
    else { return stop(group, .withdrawn) }
    let isCheap = good == plan.good && plan.introductoryPeriodsLeft > 0
    let date = end(of: plan.lengths, from: plan.begin)
    plan.lengths.append(length)
    plan.introductoryPeriodsLeft = isCheap ? plan.introductoryPeriodsLeft - 1 : 0
    plan.renewals += 1
    plan.good = good
    charge(
      good, at: date, cents: isCheap ? introduction?.cents ?? 0 : good.cents,
      chain: receipts[plan.receipt - 1].original,
      expires: end(of: plan.lengths, from: plan.begin), isRenewal: true, isIntroduction: isCheap)
    plan.receipt = receipts.count
    plans[group] = plan
  }

  private mutating func stop(_ group: String, _ end: Observation.End) {
    plans[group]?.end = end
    plans[group]?.next = nil
  }
}

// MARK: - Orders

extension NaiveStore {
  private mutating func order(
    _ number: Int, _ id: String, _ quantity: Int
  ) -> Observation.Answer {
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

  private mutating func buy(_ id: String, _ quantity: Int) -> Observation.Answer {
    guard let good = goods.first(where: { $0.id == id }) else { return .refused(.unknownProduct) }
    switch good.kind {
    case .fuel, .pass:
      guard (1...10).contains(quantity) else { return .refused(.quantity) }
      charge(good, quantity: quantity, at: clock, cents: quantity * good.cents)
    case .car:
      guard quantity == 1 else { return .refused(.quantity) }
      if let owned = receipts.first(where: { $0.good == id }) { return .owned(owned.count) }
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
  ) -> Observation.Answer {
    guard let plan = plans[group], plan.end == nil,
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
    let end = end(of: plan.lengths, from: plan.begin)
    let length = end.seconds - receipt.date.seconds
    let rest = max(0, end.seconds - clock.seconds)
    refunds.append((2 * receipt.cents * rest + length) / (2 * length))
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

  /// A lapse of less than 60 days does not interrupt a series.
  private func seriesStart(after past: Plan?) -> NaiveTime {
    guard let past else { return clock }
    let lapse = clock.seconds - end(of: past.lengths, from: past.begin).seconds
    return past.end == nil || lapse < 60 * NaiveTime.day ? past.seriesStart : clock
  }

  private mutating func charge(
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

// MARK: - What the customer sees

extension NaiveStore {
  private func observation(_ answer: Observation.Answer?) -> Observation {
    Observation(
      answer: answer, entitlements: entitlements,
      unfinished: Set(receipts.map(\.count)).subtracting(delivered),
      plans: plans.mapValues { plan in
        Observation.Standing(
          good: plan.good.id, transaction: plan.receipt, next: plan.next,
          expires: end(of: plan.lengths, from: plan.begin), isActive: plan.end == nil,
          end: plan.end, seriesStart: plan.seriesStart, hadIntroduction: plan.hadIntroduction)
      })
  }

  /// Every car; the latest of each pass, for ever; the current period of each active plan.
  private var entitlements: Set<Int> {
    var entitlements: Set<Int> = []
    for good in NaiveGood.all {
      guard let latest = receipts.last(where: { $0.good == good.id }) else { continue }
      switch good.kind {
      case .fuel: break
      case .car, .pass: entitlements.insert(latest.count)
      case .plan:
        let isCurrent = latest.expires.map { clock < $0 } ?? false
        if isCurrent, !latest.isUpgraded { entitlements.insert(latest.count) }
      }
    }
    return entitlements
  }
}
