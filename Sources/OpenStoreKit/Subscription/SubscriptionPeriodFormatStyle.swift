import StoreAPI

extension Product {
  /// Writes how long a range of dates is in whole units of a subscription's period: `1 month`.
  ///
  /// It stands for Apple's `Date.ComponentsFormatStyle`, which Foundation does not have on Linux.
  /// It writes English.
  public struct SubscriptionPeriodFormatStyle: FormatStyle, Sendable {
    /// Day, week, month or year, in lower case: a calendar's component is not `Codable`.
    private let unit: String

    init(_ unit: SubscriptionPeriod.Unit) { self.unit = unit.localizedDescription.lowercased() }

    /// The number of whole units between the bounds, and the unit's name.
    public func format(_ range: Range<Date>) -> String {
      let count = count(in: range)
      return "\(count) \(unit)\(count == 1 ? "" : "s")"
    }

    /// Counts as the period was added: a month from 31 January ends on 28 February.
    private func count(in range: Range<Date>) -> Int {
      let calendar = Calendar.store
      let (start, end) = (range.lowerBound, range.upperBound)
      let count = calendar.dateComponents([component], from: start, to: end).value(for: component)
      let next = (count ?? 0) + 1
      let reached = calendar.date(byAdding: component, value: next, to: start).map { $0 <= end }
      return reached == true ? next : next - 1
    }

    private var component: Calendar.Component {
      switch unit {
      case "week": .weekOfYear
      case "month": .month
      case "year": .year
      default: .day
      }
    }
  }

  /// How the length of a subscription's period is written: give it to
  /// `formatted(_:referenceDate:)` of ``SubscriptionPeriod``.
  ///
  /// Apple's is a `Date.ComponentsFormatStyle` in the storefront's language.
  public var subscriptionPeriodFormatStyle: SubscriptionPeriodFormatStyle {
    SubscriptionPeriodFormatStyle(subscription?.subscriptionPeriod.unit ?? .month)
  }
}
