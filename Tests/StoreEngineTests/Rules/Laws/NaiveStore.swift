import StoreAPI

/// A model of a store for one customer, written from StoreKit's documented behaviour only.
///
/// It is simple: it goes from one due date to the next, keeps one flat state for each group, and
/// calculates every date from the first day of its plan.
struct NaiveStore {
  var receipts: [Receipt] = []
  var observations: [Observation] = []

  var clock: NaiveTime
  var timeRate: TimeRate
  var currency: NaiveCurrency
  var isCapped = true
  /// 0, 3, 16 or 28.
  var graceDays = 0
  /// Whether only a period that was paid is followed by grace.
  var isGracePaidToPaid = false
  /// Whether every renewal fails that costs something.
  var renewalsFail = false
  var askToBuy = false
  var isInterrupted = false
  /// With the prices of today.
  var products = NaiveProduct.all
  var withdrawn: Set<String> = []
  var plans: [String: Plan] = [:]
  var orders: [Int: Order] = [:]
  var delivered: Set<Int> = []
  var redeemedCodes: Set<String> = []
  /// The requests for refunds, by the transactions' counts.
  var refundRequests: [Int: RefundRequest] = [:]
  /// What an upgrade had returned of a transaction before its refund.
  var returnedBefore: [Int: Int] = [:]
  /// The orders that wait, by their numbers.
  var waiting: [Int: WaitingOrder] = [:]
  /// The numbers that orders have taken: their places in the receipts are empty.
  var orderNumbers: Set<Int> = []

  /// A subscription in one group.
  struct Plan {
    var product: String
    var level: Int
    var length: NaiveLength
    var receipt: Int
    /// The product of the next period.
    var next: String
    var renews = true
    /// When its periods began to be counted.
    var begin: NaiveTime
    /// The periods since then.
    var spans: [NaiveSpan]
    var expires: NaiveTime
    /// The offer of the current period, and how many periods more have its price.
    var offer: NaiveOffer?
    var offerPeriodsLeft = 0
    /// The offer that the next period begins.
    var redeemed: NaiveOffer?
    var usedIntroductoryOffer: Bool
    var renewals = 0
    var seriesStart: NaiveTime
    /// Of all paid periods: a month counts 30, a week 7.
    var paidDays = 0
    var lastWinBack: NaiveTime?
    /// Whether the next renewal will fail.
    var paymentFails = false
    /// When a renewal that failed is given up.
    var retryEnd: NaiveTime?
    /// The price of the renewal that failed.
    var failedCents: Int?
    /// The end of access after its renewal failed.
    var graceEnd: NaiveTime?
    var increase: Increase?
    /// The prices of a subscriber whom price changes spared, of the present plan and of the next.
    var kept: [String: Int] = [:]
    var extensions: [NaiveTime] = []
    var end: Observation.End?
    /// When its current or last period was refunded.
    var revoked: NaiveTime?
  }

  /// A new price that the subscriber was notified of.
  struct Increase {
    enum Answer { case pending, agreed, declined }

    var product: String
    var answer: Answer
    /// The price that was last agreed.
    var before: Int
  }

  enum RefundRequest { case pending, granted, declined }

  /// The store's record of an order's key.
  enum Order {
    case sent(product: String, quantity: Int, offer: OrderedOffer?, Observation.StepResult)
    case closed
    case waits(product: String, quantity: Int, offer: OrderedOffer?)
    /// It asks for what the order of this number asks for, which waited.
    case repeats(Int)
  }

  /// An order that waits.
  struct WaitingOrder {
    var order: Int
    var product: String
    var quantity: Int
    var offer: OrderedOffer?
    var isForApproval: Bool
    var since: NaiveTime
  }

  /// The counts of the transactions that were deleted.
  var deleted: Set<Int> = []

  /// The receipts of what was sold, and not deleted.
  var sold: [Receipt] {
    receipts.filter { !orderNumbers.contains($0.count) && !deleted.contains($0.count) }
  }

  /// Performs all steps of a history.
  init(_ history: History) {
    clock = history.start
    timeRate = history.timeRate
    currency = history.currency
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
    case .order(let number, let product, let quantity, let offer):
      return order(number, product, quantity, offer)
    case .decide(let decision, let count): return decide(decision, count)
    case .settle(let number):
      if orders[number] == nil { orders[number] = .closed }
      return nil
    case .finish(let count):
      guard sold.contains(where: { $0.count == count }) else {
        return .refused(.unknownTransaction)
      }
      delivered.insert(count)
      return .finished
    case .operatorOrder(let number, let product, let days, let renews):
      return operatorOrder(number, product, daysAgo: days, renews: renews)
    case .delete(let count): return delete(count)
    case .refund(let count, let terms): return refund(count, terms)
    case .refundRequest(let command, let count): return perform(command, forRefundOf: count)
    case .plan(let command, let reference): return perform(command, for: reference)
    case .fixPayment:
      for group in plans.keys.sorted() where plans[group]?.isActive == true { recover(group) }
      return nil
    case .store(let change):
      perform(change)
      return nil
    }
  }

  /// The product with this ID as it is sold today.
  func product(_ id: String) -> NaiveProduct? {
    withdrawn.contains(id) ? nil : products.first { $0.id == id }
  }
}
