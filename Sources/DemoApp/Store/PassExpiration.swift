import Foundation

/// Computes the end of a pass, which the App Store does not know.
enum PassExpiration {
  /// The end of `quantity` passes that were bought together and last `duration` each.
  ///
  /// It counts from the purchase, in the Gregorian calendar and UTC.
  static func date(purchased: Date, quantity: Int, duration: DateComponents) -> Date {
    let whole = duration.multiplied(by: quantity)
    return Calendar.gregorianUTC.date(byAdding: whole, to: purchased) ?? .distantFuture
  }
}

extension Calendar {
  static let gregorianUTC: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension DateComponents {
  /// A duration has only these units; see `init(duration:)`.
  fileprivate func multiplied(by factor: Int) -> DateComponents {
    DateComponents(
      year: year.map { $0 * factor }, month: month.map { $0 * factor },
      day: day.map { $0 * factor })
  }
}
