import Foundation

// The customer's dates in text for people: days in a time zone. JSON has them in UTC.
extension Date {
  /// "2026-12-14".
  func isoDay(in timeZone: TimeZone) -> String {
    formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day())
  }
}
