import StoreAPI
import TestSupport

/// One step of a history: time passes, or the customer or the operator does something.
///
/// A step refers to orders, transactions and products by their numbers and IDs, never to another
/// step. So a history stays valid when steps are removed from it.
enum HistoryStep: Hashable {
  /// Time passes, in seconds.
  case wait(Int)
  /// An order whose key is derived from its number: equal numbers give equal keys.
  case order(Int, product: String, quantity: Int)
  /// The app settles an order whose answer was lost, which closes its key unless it was charged.
  case settle(Int)
  /// The app finishes the transaction of this count, which may not exist.
  case finish(Int)
  /// The operator removes a product from sale.
  case withdraw(String)
  /// The operator's command for a transaction or a plan, which may not exist.
  case command(OperatorCommand)
}

extension HistoryStep {
  var isWait: Bool { if case .wait = self { true } else { false } }
}

extension HistoryStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .wait(let seconds):
      "wait \(seconds / NaiveTime.day) d \(seconds % NaiveTime.day) s"
    case .order(let number, let product, let quantity): "order #\(number): \(quantity) × \(product)"
    case .settle(let number): "settle #\(number)"
    case .finish(let count): "finish transaction \(count)"
    case .withdraw(let product): "withdraw \(product)"
    case .command(let command): "\(command)"
    }
  }
}

/// When a history begins, and its steps.
struct History: Hashable {
  /// Whether a month passes in an hour, as StoreKit Test's accelerated renewals do.
  var isFast: Bool
  /// Varies, so that histories also begin at the end of a month.
  var start: NaiveTime
  var steps: [HistoryStep]
}

extension History: CustomStringConvertible {
  var description: String {
    let pace = isFast ? "a month in an hour" : "real time"
    let lines = steps.map { "  \($0)" }
    return (["from \(start), \(pace):"] + lines).joined(separator: "\n")
  }
}

extension History {
  /// The history of a seed: equal seeds give equal histories.
  init(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    isFast = generator.chance(of: 4)
    // A history may last two years. Half of the histories begin on 31 January 2024.
    let day = generator.chance(of: 2) ? 30 : generator.roll(366)
    start = NaiveTime(
      seconds: day * NaiveTime.day + (generator.chance(of: 2) ? 0 : generator.roll(86_400)))
    steps = []
    for number in 0..<(10 + generator.roll(30)) {
      steps.append(.wait(Self.pause(isFast: isFast, &generator)))
      steps.append(Self.step(number, after: steps, &generator))
    }
  }

  /// Often whole days, so that steps happen exactly when periods end.
  private static func pause(isFast: Bool, _ generator: inout SeededGenerator) -> Int {
    let day = isFast ? 900 : NaiveTime.day
    switch generator.roll(8) {
    case 0: return 0
    case 1: return generator.roll(3 * day)
    case 2: return [28, 29, 30, 31, 59, 60, 61][generator.roll(7)] * (isFast ? 120 : day)
    case 3...5: return generator.roll(isFast ? 8 : 70) * day
    default: return generator.roll(isFast ? 9000 : 70 * day)
    }
  }

  private static func step(
    _ number: Int, after steps: [HistoryStep], _ generator: inout SeededGenerator
  ) -> HistoryStep {
    let orders = steps.filter { if case .order = $0 { true } else { false } }
    switch generator.roll(24) {
    case 0 where !orders.isEmpty: return orders[generator.roll(orders.count)]
    case 1: return .order(generator.roll(number + 1), product: product(&generator), quantity: 1)
    case 2: return .settle(generator.roll(number + 3))
    case 3, 4:
      return .command(.disableAutoRenew(subscription: subscription(number, &generator)))
    case 13:
      return .command(.enableAutoRenew(subscription: subscription(number, &generator)))
    case 5, 6: return .finish(1 + generator.roll(number + 2))
    case 7 where generator.chance(of: 4): return .withdraw(product(&generator))
    case 8: return .order(number, product: product(&generator), quantity: generator.roll(13))
    case 9...11: return .command(.refund(transactionID: transaction(number, &generator)))
    case 12: return .command(.expire(subscription: subscription(number, &generator)))
    default: return .order(number, product: product(&generator), quantity: 1)
    }
  }

  private static func transaction(
    _ number: Int, _ generator: inout SeededGenerator
  ) -> TransactionID {
    TransactionID(count: 1 + generator.roll(number + 2))
  }

  /// Named by its product, or by a transaction, which may be of any product.
  private static func subscription(
    _ number: Int, _ generator: inout SeededGenerator
  ) -> SubscriptionReference {
    generator.chance(of: 2)
      ? .product(plan(&generator), account: nil) : .transaction(transaction(number, &generator))
  }

  private static func plan(_ generator: inout SeededGenerator) -> String {
    let plans = NaiveProduct.all.filter { $0.group == "navigation" }
    return plans[generator.roll(plans.count)].id
  }

  /// Mostly plans, because they have the most rules.
  private static func product(_ generator: inout SeededGenerator) -> String {
    if generator.chance(of: 2) { return plan(&generator) }
    return generator.chance(of: 40)
      ? "unknown" : NaiveProduct.all[generator.roll(NaiveProduct.all.count)].id
  }
}
