import Foundation

/// Finds a period that the App Store has extended, by its dates.
///
/// StoreKit shows it only by the dates: the transaction keeps its ID and has a later expiration
/// date.
enum PeriodExtension {
  /// The latest date on which a period that began at `start` ends if nobody extends it.
  ///
  /// A plan that began on the 31st renews on the last day of shorter months. So a period that begins
  /// on the last day of a month may end on each of the last days of its last month.
  static func latestEnd(from start: Date, lasting period: DateComponents) -> Date {
    let calendar = Calendar.gregorianUTC
    let end = calendar.date(byAdding: period, to: start) ?? .distantFuture
    guard period.month != nil || period.year != nil, start.isOnLastDayOfMonth,
      let days = calendar.range(of: .day, in: .month, for: end)
    else { return end }
    let left = days.count - calendar.component(.day, from: end)
    return calendar.date(byAdding: .day, value: left, to: end) ?? end
  }
}

extension Date {
  fileprivate var isOnLastDayOfMonth: Bool {
    let calendar = Calendar.gregorianUTC
    let days = calendar.range(of: .day, in: .month, for: self)
    return calendar.component(.day, from: self) == days?.count
  }
}

extension Store {
  /// Returns the date on which a period would have ended without the App Store's extension; `nil`
  /// if it was not extended, or if the app cannot know it.
  ///
  /// The app knows the length of a regular period of a plan that is still sold. It does not know how
  /// long a period under an offer lasts, nor one at an accelerated time rate, which is shorter.
  func regularEnd(of period: Owned) -> Date? {
    guard period.offer == nil, let end = period.expirationDate,
      let length = product(period.productID)?.plan?.period
    else { return nil }
    let latest = PeriodExtension.latestEnd(from: period.purchaseDate, lasting: length)
    return latest < end ? latest : nil
  }
}
