/// A store for one customer, written from StoreKit's documented behaviour and from nothing else.
///
/// It is slow and obvious: it walks through a history day by day, looks at every subscription
/// each day, and works every date out again from the first day of its plan.
struct NaiveStore {
  var receipts: [Receipt] = []
  var observations: [Observation] = []

  var clock: NaiveTime
  let isFast: Bool
  var goods = NaiveGood.all
  var plans: [String: Plan] = [:]
  var orders: [Int: Order] = [:]
  var delivered: Set<Int> = []

  /// A subscription in one group.
  struct Plan {
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
    /// When the operator ended its last period early.
    var cut: NaiveTime?
    /// When a refund of its current or last period took it away.
    var revoked: NaiveTime?
  }

  /// What is remembered under an order's key.
  enum Order {
    case sent(good: String, quantity: Int, Observation.OrderReply)
    case givenUp
  }

  /// Lives a whole history.
  init(_ history: History) {
    clock = history.start
    isFast = history.isFast
    for step in history.steps {
      let answer = live(step)
      if !step.isWait { observations.append(observation(answer)) }
    }
    observations.append(observation(nil))
  }

  private mutating func live(_ step: HistoryStep) -> Observation.OrderReply? {
    switch step {
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
    case .refund(let count):
      return refund(count)
    case .expire(let good):
      return expire(good)
    }
  }
}
