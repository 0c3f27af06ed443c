package import Foundation

extension Date {
  /// "14 Dec 2026", in the store's time zone, which is UTC.
  package var short: String {
    formatted(
      Date.VerbatimFormatStyle(
        format: "\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
        locale: .store, timeZone: .gmt, calendar: .gregorian))
  }

  /// "14 Dec 2026, 09:05", in the store's time zone, which is UTC.
  package var shortWithTime: String {
    let time = formatted(
      Date.VerbatimFormatStyle(
        format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
        locale: .store, timeZone: .gmt, calendar: .gregorian))
    return "\(short), \(time)"
  }
}

extension Locale {
  fileprivate static let store = Locale(identifier: "en_US")
}

extension Calendar {
  fileprivate static let gregorian: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
