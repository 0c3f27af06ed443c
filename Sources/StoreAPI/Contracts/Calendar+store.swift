package import AppStorePayloads
package import Foundation

extension Calendar {
  /// The calendar of all the store's rules: Gregorian, UTC.
  package static let store: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Returns the date `count` periods after `date`, or `nil` if the calendar has no such date.
  ///
  /// A month that is too short for the day gives its last day. So count several periods from one
  /// anchor, and not each from the period before.
  package func date(byAdding period: Period, times count: Int = 1, to date: Date) -> Date? {
    let component: Calendar.Component =
      switch period.unit {
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      case .year: .year
      }
    return self.date(byAdding: component, value: period.value.clampedProduct(count), to: date)
  }
}
