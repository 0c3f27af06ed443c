package import Foundation
import OpenStoreKit

/// Formats the dates of a plan.
///
/// At an accelerated time rate, several periods end on one day. So if a plan's period is shorter
/// than two days, its dates include the time, with seconds if it is shorter than an hour. A period
/// without length has days only. Days and times are in the customer's time zone.
package struct PlanDates: Equatable, Sendable {
  private enum Precision { case day, minute, second }

  private var precision: Precision
  private let now: Date
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - transaction: The current or last period; without a subscription's period, dates have days
  ///     only.
  ///   - now: The store's time.
  ///   - timeZone: The customer's time zone.
  package init(of transaction: Owned?, now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
    precision = .day
    guard let transaction, transaction.kind == .autoRenewable,
      let end = transaction.expirationDate, end > transaction.purchaseDate
    else { return }
    switch end.timeIntervalSince(transaction.purchaseDate) {
    case ..<3600: precision = .second
    case ..<(2 * 86_400): precision = .minute
    default: break
    }
  }

  /// "14 Dec 2026", or "14 Dec 2026 at 14:03:20".
  package func full(_ date: Date) -> String {
    showsTime ? "\(day(date)) at \(time(date))" : day(date)
  }

  /// Whether a date has passed: the renewal that was due then has failed.
  func isOver(_ date: Date) -> Bool { date <= now }

  /// Whether dates include the time.
  var showsTime: Bool { precision != .day }

  /// "14 Dec 2026"; with times "14:03:20", or "13 Dec 14:03:20" if it is not today.
  func short(_ date: Date) -> String {
    showsTime && isSameDay(date, now) ? time(date) : row(date)
  }

  /// "14 Dec", or "14:03:20".
  func brief(_ date: Date) -> String {
    showsTime ? time(date) : date.shortWithoutYear(in: timeZone)
  }

  /// The wordings beside an earlier date, the longest first.
  ///
  /// A time includes its day if the days differ, and a day its year if the years differ.
  func labels(_ date: Date, beside other: Date) -> [String] {
    let differs = showsTime ? !isSameDay(date, other) : !isSameYear(date, other)
    return differs ? [row(date), brief(date)] : [brief(date)]
  }

  /// "14 Dec 2026", or "14 Dec 14:03:20".
  func row(_ date: Date) -> String {
    showsTime ? "\(date.shortWithoutYear(in: timeZone)) \(time(date))" : day(date)
  }

  /// The number of columns that ``row(_:)`` takes, whatever the date.
  var rowColumns: Int {
    switch precision {
    case .day: 11
    case .minute: 12
    case .second: 15
    }
  }

  /// The number of columns that ``brief(_:)`` takes, whatever the date.
  var briefColumns: Int {
    switch precision {
    case .day: 6
    case .minute: 5
    case .second: 8
    }
  }

  /// The number of whole days between the days of two dates.
  func days(from start: Date, to end: Date) -> Int {
    let (start, end) = (calendar.startOfDay(for: start), calendar.startOfDay(for: end))
    return calendar.dateComponents([.day], from: start, to: end).day ?? 0
  }

  private func isSameDay(_ date: Date, _ other: Date) -> Bool {
    calendar.isDate(date, inSameDayAs: other)
  }

  private func isSameYear(_ date: Date, _ other: Date) -> Bool {
    calendar.isDate(date, equalTo: other, toGranularity: .year)
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  private func day(_ date: Date) -> String { date.short(in: timeZone) }

  private func time(_ date: Date) -> String {
    precision == .second ? date.timeWithSeconds(in: timeZone) : date.time(in: timeZone)
  }
}

extension Store {
  /// The date format of the plan with this transaction.
  func dates(of transaction: Owned) -> PlanDates {
    PlanDates(of: transaction, now: now, timeZone: timeZone)
  }

  /// The date format of the customer's plan in the group of `product`.
  package func dates(for product: ProductRow) -> PlanDates {
    let plan = ownStatus(inGroup: product.plan?.groupID)?.transaction
    return PlanDates(of: plan, now: now, timeZone: timeZone)
  }
}
