import Foundation

extension Date {
  /// "14 Dec 2026", in the store's time zone, which is UTC.
  package var short: String {
    formatted(.store("\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)"))
  }

  /// "14 Dec", in the store's time zone, which is UTC.
  var shortWithoutYear: String { formatted(.store("\(day: .twoDigits) \(month: .abbreviated)")) }

  /// "14 Dec 2026, 09:05", in the store's time zone, which is UTC.
  package var shortWithTime: String { "\(short), \(time)" }

  /// "09:05", in the store's time zone, which is UTC.
  var time: String { formatted(.store(.time)) }

  /// "09:05:30", in the store's time zone, which is UTC.
  var timeWithSeconds: String { "\(time):\(formatted(.store("\(second: .twoDigits)")))" }
}

extension Date.FormatString {
  fileprivate static let time: Date.FormatString =
    "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)"
}

extension FormatStyle where Self == Date.VerbatimFormatStyle {
  fileprivate static func store(_ format: Date.FormatString) -> Self {
    Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: "en_US"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
  }
}
