extension Product.SubscriptionPeriod {
  /// The period over a range of dates that begins at `referenceDate`, in `style`.
  public func formatted<S: FormatStyle>(_ style: S, referenceDate: Date = .now) -> S.FormatOutput
  where S.FormatInput == Range<Date> {
    style.format(dateRange(referenceDate: referenceDate))
  }

  /// The period's length from `referenceDate`, in `style`.
  public func formatted<S: FormatStyle>(_ style: S, referenceDate: Date = .now) -> S.FormatOutput
  where S.FormatInput == Duration {
    let range = dateRange(referenceDate: referenceDate)
    return style.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
  }
}

extension Product.SubscriptionPeriod: CustomDebugStringConvertible {
  /// The period in English, such as `2 months`.
  public var debugDescription: String {
    "\(value) \(unit.localizedDescription.lowercased())\(value == 1 ? "" : "s")"
  }
}

extension Product.SubscriptionPeriod.Unit: CustomDebugStringConvertible {
  /// The unit's name for people, in English.
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

  /// The unit in `style`.
  public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput
  where S.FormatInput == Self {
    style.format(self)
  }

  /// Writes a unit in the middle of a sentence, such as `month`.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    /// The unit's name in lower case, in English.
    public func format(_ unit: Product.SubscriptionPeriod.Unit) -> String {
      unit.localizedDescription.lowercased()
    }
  }
}

extension Product {
  /// How the unit of a subscription's period is written beside its price.
  public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
    SubscriptionPeriod.Unit.FormatStyle()
  }
}
