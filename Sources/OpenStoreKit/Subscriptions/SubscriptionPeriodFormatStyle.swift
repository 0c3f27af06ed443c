import StoreAPI

extension Product {
  /// Formats the length of a range of dates in whole units of a subscription's period: `1 month`.
  ///
  /// It replaces Apple's `Date.ComponentsFormatStyle`, which Foundation does not have on Linux. The
  /// unit's name is in English; the digits of the number are written as in the ``locale``.
  public struct SubscriptionPeriodFormatStyle: FormatStyle, Sendable {
    /// The length of the text.
    public var style: Style
    /// The locale of the number's digits.
    public var locale: Locale
    /// The calendar in which units are counted.
    public var calendar = Calendar(identifier: .gregorian)
    /// The unit's name in lower case, because `Calendar.Component` is not `Codable`.
    private let unit: String

    init(_ unit: SubscriptionPeriod.Unit, style: Style = .wide, locale: Locale) {
      self.unit = unit.localizedDescription.lowercased()
      self.style = style
      self.locale = locale
    }

    /// Returns this format in another language.
    public func locale(_ locale: Locale) -> Self {
      var format = self
      format.locale = locale
      return format
    }

    /// Returns this format in another calendar.
    public func calendar(_ calendar: Calendar) -> Self {
      var format = self
      format.calendar = calendar
      return format
    }

    /// Returns the number of whole units between the bounds, and the unit's name.
    public func format(_ range: Range<Date>) -> String {
      style.text(count(in: range), of: unit, locale: locale)
    }

    /// Counts units as they are added to a date: a month from 31 January ends on 28 February.
    private func count(in range: Range<Date>) -> Int {
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

  /// The format of the length of a subscription's period.
  ///
  /// Pass it to `formatted(_:referenceDate:)` of ``SubscriptionPeriod``. Apple's is a
  /// `Date.ComponentsFormatStyle` in the storefront's language.
  public var subscriptionPeriodFormatStyle: SubscriptionPeriodFormatStyle {
    SubscriptionPeriodFormatStyle(
      subscription?.subscriptionPeriod.unit ?? .month, locale: Locale(identifier: record.locale))
  }
}
