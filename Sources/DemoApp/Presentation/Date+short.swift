import Foundation

extension Date {
  /// "14 Dec 2026", in the store's time zone, which is UTC.
  package var short: String {
    formatted(.store("\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)"))
  }

  /// "14 Dec 2026, 09:05", in the store's time zone, which is UTC.
  package var shortWithTime: String {
    let hour = Date.FormatString.store
    return "\(short), \(formatted(.store(hour)))"
  }
}

extension Date.FormatString {
  fileprivate static let store: Date.FormatString =
    "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)"
}

extension FormatStyle where Self == Date.VerbatimFormatStyle {
  fileprivate static func store(_ format: Date.FormatString) -> Self {
    Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: "en_US"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
  }
}
