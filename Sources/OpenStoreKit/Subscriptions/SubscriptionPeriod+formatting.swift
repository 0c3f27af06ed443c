import AppStorePayloads

extension Product.SubscriptionPeriod {
  /// Formats the range of dates from `referenceDate` to one period later.
  public func formatted<S: FormatStyle>(_ style: S, referenceDate: Date = .now) -> S.FormatOutput
  where S.FormatInput == Range<Date> {
    style.format(dateRange(referenceDate: referenceDate))
  }

  /// Formats the duration from `referenceDate` to one period later.
  public func formatted<S: FormatStyle>(_ style: S, referenceDate: Date = .now) -> S.FormatOutput
  where S.FormatInput == Duration {
    let range = dateRange(referenceDate: referenceDate)
    return style.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
  }
}

extension Product.SubscriptionPeriod: CustomDebugStringConvertible {
  /// The period in English, such as `2 months`.
  public var debugDescription: String { length() }

  /// The length of `count` periods in English, such as `1 month` or `6 months`.
  package func length(times count: Int = 1) -> String {
    let total = value.clampedProduct(count)
    return "\(total) \(unit.localizedDescription.lowercased())\(total == 1 ? "" : "s")"
  }

  /// The unit after `/` in a price, in English, such as `month` or `2 months`.
  package var unitText: String {
    value == 1 ? unit.localizedDescription.lowercased() : length()
  }
}

extension Product.SubscriptionPeriod.Unit: CustomDebugStringConvertible {
  /// The unit's display name, in English.
  public var localizedDescription: String {
    switch self {
    case .day: "Day"
    case .week: "Week"
    case .month: "Month"
    case .year: "Year"
    }
  }

  /// The unit's name.
  public var debugDescription: String { localizedDescription }

  /// Formats the unit.
  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput
  where S.FormatInput == Self {
    style.format(self)
  }

  /// Formats a unit for the middle of a sentence, such as `month`.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    /// Returns the unit's name in lower case, in English.
    public func format(_ unit: Product.SubscriptionPeriod.Unit) -> String {
      unit.localizedDescription.lowercased()
    }
  }
}

extension Product {
  /// The format of the unit of a subscription's period, for use beside its price.
  public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
    SubscriptionPeriod.Unit.FormatStyle()
  }
}
