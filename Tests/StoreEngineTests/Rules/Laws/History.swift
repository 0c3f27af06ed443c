import TestSupport

/// One thing that happens in a history: time passes, or the customer or the operator does
/// something.
///
/// Deeds name orders, transactions and goods by themselves and never each other, so what is left
/// of a history when some are taken out is a history too.
enum HistoryStep: Hashable {
  /// Time passes, in seconds.
  case wait(Int)
  /// An order under the key of this number; the same number again is the same key.
  case order(Int, good: String, quantity: Int)
  /// The customer gives up an order of which no answer came.
  case giveUp(Int)
  /// The customer turns renewal off in a group.
  case turnOff(group: String)
  /// The app has delivered the transaction of this count, which may not exist.
  case finish(Int)
  /// The operator takes a good from sale.
  case withdraw(String)
  /// The operator refunds the transaction of this count, which may not exist.
  case refund(Int)
  /// The operator ends the current period of a plan, if that is the customer's.
  case expire(String)
}

extension HistoryStep {
  var isWait: Bool { if case .wait = self { true } else { false } }
}

extension HistoryStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .wait(let seconds):
      "wait \(seconds / NaiveTime.day) d \(seconds % NaiveTime.day) s"
    case .order(let number, let good, let quantity): "order #\(number): \(quantity) × \(good)"
    case .giveUp(let number): "give up #\(number)"
    case .turnOff(let group): "turn \(group) off"
    case .finish(let count): "finish transaction \(count)"
    case .withdraw(let good): "withdraw \(good)"
    case .refund(let count): "refund transaction \(count)"
    case .expire(let good): "expire \(good)"
    }
  }
}

/// A history: how it begins, and what happens.
struct History: Hashable {
  /// Fast time is Apple's pace at which a month passes in an hour.
  var isFast: Bool
  /// Renewals would hide in each other's shadow if all histories began on the first of a month.
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
  /// The history that this seed stands for, the same everywhere.
  init(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    isFast = dice.chance(of: 4)
    // Two years lie before every history's end; half of them begin on the last of a month.
    let day = dice.chance(of: 2) ? 30 : dice.roll(366)
    start = NaiveTime(seconds: day * NaiveTime.day + (dice.chance(of: 2) ? 0 : dice.roll(86_400)))
    steps = []
    for number in 0..<(10 + dice.roll(30)) {
      steps.append(.wait(Self.pause(isFast: isFast, &dice)))
      steps.append(Self.step(number, after: steps, &dice))
    }
  }

  /// Whole days often, so that steps meet the very moments at which periods end.
  private static func pause(isFast: Bool, _ dice: inout SeededGenerator) -> Int {
    let day = isFast ? 900 : NaiveTime.day
    switch dice.roll(8) {
    case 0: return 0
    case 1: return dice.roll(3 * day)
    case 2: return [28, 29, 30, 31, 59, 60, 61][dice.roll(7)] * (isFast ? 120 : day)
    case 3...5: return dice.roll(isFast ? 8 : 70) * day
    default: return dice.roll(isFast ? 9000 : 70 * day)
    }
  }

  private static func step(
    _ number: Int, after steps: [HistoryStep], _ dice: inout SeededGenerator
  ) -> HistoryStep {
    let orders = steps.filter { if case .order = $0 { true } else { false } }
    switch dice.roll(24) {
    case 0 where !orders.isEmpty: return orders[dice.roll(orders.count)]
    case 1: return .order(dice.roll(number + 1), good: good(&dice), quantity: 1)
    case 2: return .giveUp(dice.roll(number + 3))
    case 3, 4: return .turnOff(group: dice.chance(of: 4) ? "news" : "navigation")
    case 5, 6: return .finish(1 + dice.roll(number + 2))
    case 7 where dice.chance(of: 4): return .withdraw(good(&dice))
    case 8: return .order(number, good: good(&dice), quantity: dice.roll(13))
    case 9...11: return .refund(1 + dice.roll(number + 2))
    case 12: return .expire(plan(&dice))
    default: return .order(number, good: good(&dice), quantity: 1)
    }
  }

  private static func plan(_ dice: inout SeededGenerator) -> String {
    let plans = NaiveGood.all.filter { $0.group == "navigation" }
    return plans[dice.roll(plans.count)].id
  }

  /// Mostly plans: they have the most rules.
  private static func good(_ dice: inout SeededGenerator) -> String {
    if dice.chance(of: 2) { return plan(&dice) }
    return dice.chance(of: 40) ? "unicorn" : NaiveGood.all[dice.roll(NaiveGood.all.count)].id
  }
}
