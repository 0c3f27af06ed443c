package import Foundation

/// How the dates of a plan are written.
///
/// At an accelerated pace several periods end on one day. So the dates of a plan whose period is
/// shorter than two days have their time as well, with seconds if it is shorter than an hour. A
/// period that was ended when it began says nothing of the pace.
package struct PlanDates: Equatable, Sendable {
  private enum Precision { case day, minute, second }

  private var precision: Precision
  private let now: Date

  /// - Parameters:
  ///   - transaction: The current or last period; `nil` and anything that is no plan have days.
  ///   - now: The store's time.
  package init(of transaction: Owned?, now: Date) {
    self.now = now
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
    precision == .day ? date.short : "\(date.short) at \(time(date))"
  }

  /// "14 Dec 2026"; with times "14:03:20", unless it is on another day than today.
  func short(_ date: Date) -> String {
    let isToday = Calendar.gregorianUTC.isDate(date, inSameDayAs: now)
    return precision != .day && isToday ? time(date) : date.short
  }

  /// "14 Dec", or "14:03:20".
  func brief(_ date: Date) -> String {
    precision == .day ? date.shortWithoutYear : time(date)
  }

  /// "14 Dec 2026", or "14 Dec 14:03:20".
  func row(_ date: Date) -> String {
    precision == .day ? date.short : "\(date.shortWithoutYear) \(time(date))"
  }

  private func time(_ date: Date) -> String {
    precision == .second ? date.timeWithSeconds : date.time
  }
}

extension Store {
  /// How the dates of the plan with this transaction are written.
  func dates(of transaction: Owned) -> PlanDates { PlanDates(of: transaction, now: now) }

  /// How the dates of the customer's plan in the group of `product` are written.
  package func dates(for product: ProductRow) -> PlanDates {
    let group = groups.first { $0.id == product.plan?.groupID }
    return PlanDates(of: group?.status.transaction, now: now)
  }
}
