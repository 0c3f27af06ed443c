import Foundation

extension Date {
  /// "01 Dec 2026", in UTC.
  var day: String {
    formatted(
      Date.VerbatimFormatStyle(
        format: "\(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits)",
        locale: Locale(identifier: "en_US"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)))
  }
}
