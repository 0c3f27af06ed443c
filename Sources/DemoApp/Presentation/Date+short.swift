import Foundation

extension Date {
  /// "14 Dec 2026", the day in a time zone.
  func short(in timeZone: TimeZone) -> String {
    formatted(
      .verbatim("\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)", timeZone))
  }

  /// "14 Dec".
  func shortWithoutYear(in timeZone: TimeZone) -> String {
    formatted(.verbatim("\(day: .twoDigits) \(month: .abbreviated)", timeZone))
  }

  /// "December 2026".
  func month(in timeZone: TimeZone) -> String {
    formatted(.verbatim("\(month: .wide) \(year: .defaultDigits)", timeZone))
  }

  /// "Dec 2026".
  func shortMonth(in timeZone: TimeZone) -> String {
    formatted(.verbatim("\(month: .abbreviated) \(year: .defaultDigits)", timeZone))
  }

  /// "14 Dec 2026, 09:05".
  func shortWithTime(in timeZone: TimeZone) -> String {
    "\(short(in: timeZone)), \(time(in: timeZone))"
  }

  /// "09:05".
  func time(in timeZone: TimeZone) -> String { formatted(.verbatim(.time, timeZone)) }

  /// "09:05:30".
  func timeWithSeconds(in timeZone: TimeZone) -> String {
    "\(time(in: timeZone)):\(formatted(.verbatim("\(second: .twoDigits)", timeZone)))"
  }
}

extension Date.FormatString {
  fileprivate static let time: Date.FormatString =
    "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)"
}

extension FormatStyle where Self == Date.VerbatimFormatStyle {
  fileprivate static func verbatim(_ format: Date.FormatString, _ timeZone: TimeZone) -> Self {
    Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: "en_US"), timeZone: timeZone,
      calendar: Calendar(identifier: .gregorian))
  }
}
