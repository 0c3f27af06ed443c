package import AppStorePayloads

extension Product {
  /// The length of a subscription's period, or of an offer.
  public struct SubscriptionPeriod: Equatable, Hashable, Sendable {
    /// A unit of calendar time; a shorter unit is less than a longer one.
    ///
    /// Apple's is not `CaseIterable`. Apple may add cases, so a switch outside this package needs an
    /// `@unknown default`.
    @nonexhaustive
    public enum Unit: Equatable, Hashable, Comparable, Sendable, CaseIterable {
      /// A calendar day.
      case day
      /// Seven days.
      case week
      /// A calendar month.
      case month
      /// A calendar year.
      case year
    }

    /// The unit of the period.
    public let unit: Unit
    /// The number of units.
    public let value: Int

    /// One week.
    public static let weekly = SubscriptionPeriod(unit: .week, value: 1)
    /// One month.
    public static let monthly = SubscriptionPeriod(unit: .month, value: 1)
    /// One year.
    public static let yearly = SubscriptionPeriod(unit: .year, value: 1)
    /// Three days.
    public static let everyThreeDays = SubscriptionPeriod(unit: .day, value: 3)
    /// Two weeks.
    public static let everyTwoWeeks = SubscriptionPeriod(unit: .week, value: 2)
    /// Two months.
    public static let everyTwoMonths = SubscriptionPeriod(unit: .month, value: 2)
    /// Three months.
    public static let everyThreeMonths = SubscriptionPeriod(unit: .month, value: 3)
    /// Six months.
    public static let everySixMonths = SubscriptionPeriod(unit: .month, value: 6)

    /// Returns the range from `referenceDate` to one period later, in the Gregorian calendar and the
    /// current time zone.
    public func dateRange(referenceDate: Date = .now) -> Range<Date> {
      dateRange(referenceDate: referenceDate, in: .current)
    }

    /// Returns the range from `referenceDate` to one period later, in the Gregorian calendar and a
    /// time zone.
    func dateRange(referenceDate: Date, in timeZone: TimeZone) -> Range<Date> {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone
      let end = calendar.date(
        byAdding: DateComponents(subscriptionPeriod: self), to: referenceDate)
      return referenceDate..<max(referenceDate, end ?? .distantFuture)
    }
  }
}

extension Product.SubscriptionPeriod {
  /// The period of a product as the store describes it.
  package init(_ period: Period) {
    self.init(unit: Unit(period.unit), value: period.value)
  }
}

extension Product.SubscriptionPeriod.Unit {
  fileprivate init(_ unit: Period.Unit) {
    switch unit {
    case .day: self = .day
    case .week: self = .week
    case .month: self = .month
    case .year: self = .year
    }
  }
}

extension DateComponents {
  /// Creates components that add one subscription period to a date.
  public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
    self.init()
    switch period.unit {
    case .day: day = period.value
    case .week: weekOfYear = period.value
    case .month: month = period.value
    case .year: year = period.value
    }
  }
}
