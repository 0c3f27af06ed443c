import OpenStoreKit

extension SubscriptionPeriod {
  /// "month", or "2 months": what stands after "/".
  var each: String { value == 1 ? unit.word : Self.text(value, unit) }

  /// "1 month", "2 months".
  static func text(_ value: Int, _ unit: Unit) -> String {
    value == 1 ? "1 \(unit.word)" : "\(value) \(unit.word)s"
  }
}

extension SubscriptionPeriod.Unit {
  fileprivate var word: String {
    switch self {
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }
}
