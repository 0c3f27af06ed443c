import Foundation

// The customer's dates in text for people: days and times in a time zone. JSON has them in UTC.
extension Date {
  /// "2026-12-14".
  func isoDay(in timeZone: TimeZone) -> String {
    formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day())
  }

  /// "2026-12-14T23:30:00+09:00"; "2026-12-14T14:30:00Z" in UTC.
  func isoTime(in timeZone: TimeZone) -> String {
    formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: timeZone))
  }
}
