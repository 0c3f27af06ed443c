package import Foundation

extension Calendar {
  /// The calendar that every rule of the store counts in: Gregorian, UTC.
  package static let store: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The moment `count` periods after `date`; month ends are kept inside their month, so a chain
  /// counts from one anchor and not from link to link.
  package func date(byAdding period: Period, times count: Int = 1, to date: Date) -> Date? {
    let component: Calendar.Component =
      switch period.unit {
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    return self.date(byAdding: component, value: period.value * count, to: date)
  }
}
