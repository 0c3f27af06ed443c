import StoreAPI

/// A model of a store for one customer, written from StoreKit's documented behaviour only.
///
/// It is slow and simple: it goes through a history day by day, checks every subscription each day,
/// and calculates every date from the first day of its plan.
struct NaiveStore {
  var receipts: [Receipt] = []
  var observations: [Observation] = []

  var clock: NaiveTime
  let isFast: Bool
  var products = NaiveProduct.all
  var plans: [String: Plan] = [:]
  var orders: [Int: Order] = [:]
  var delivered: Set<Int> = []

  /// A subscription in one group.
  struct Plan {
    var product: NaiveProduct
    var receipt: Int
    /// The product of the next period; `nil` if the plan will not renew.
    var next: String?
    /// The next product when renewal was turned off.
    var kept: String?
    /// When the customer bought this plan.
    var begin: NaiveTime
    /// The length of each period since then.
    var lengths: [NaiveLength]
    var offerPeriodsLeft: Int
    var usedIntroductoryOffer: Bool
    var renewals = 0
    var seriesStart: NaiveTime
    var end: Observation.End?
    /// When the operator ended its last period early.
    var endedEarly: NaiveTime?
    /// When its current or last period was refunded.
    var revoked: NaiveTime?
  }

  /// What the store remembers under an order's key.
  enum Order {
    case sent(product: String, quantity: Int, Observation.StepResult)
    case closed
  }

  /// Performs all steps of a history.
  init(_ history: History) {
    clock = history.start
    isFast = history.isFast
    for step in history.steps {
      let result = perform(step)
      if !step.isWait { observations.append(observation(result)) }
    }
    observations.append(observation(nil))
  }

  private mutating func perform(_ step: HistoryStep) -> Observation.StepResult? {
    switch step {
    case .wait(let seconds):
      advance(by: seconds)
      return nil
    case .order(let number, let product, let quantity):
      return order(number, product, quantity)
    case .settle(let number):
      if orders[number] == nil { orders[number] = .closed }
      return nil
    case .finish(let count):
      guard receipts.contains(where: { $0.count == count }) else {
        return .refused(.unknownTransaction)
      }
      delivered.insert(count)
      return .finished
    case .withdraw(let product):
      products.removeAll { $0.id == product }
      return nil
    case .command(let command):
      return perform(command)
    }
  }
}
