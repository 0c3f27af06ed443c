import Foundation

/// The periods of a plan, and today's place among them, computed from dates alone.
///
/// ```
/// 14 Sep         14 Oct         14 Nov         14 Dec
/// ●━━━━━━━━━━━━━━●━━━━━━━━━━━━━━●━━━───────────○
///                                   ↑ 7 days in, 23 left
/// ```
struct PlanTimeline: Equatable {
  struct Stop: Equatable {
    enum Kind: Equatable { case paid, due, unpaid, graceEnd, ended, refunded }

    let date: Date
    let kind: Kind
  }

  /// At least two, in the order of time; the last is the end of what is known.
  let stops: [Stop]
  let now: Date

  /// `nil` for a status without an end.
  ///
  /// - Parameters:
  ///   - status: What holds for the period that was paid last.
  ///   - paid: When the periods were paid, oldest first.
  ///   - now: The store's time.
  init?(of status: PlanStatus, paid: [Date], now: Date) {
    guard status.isVerified, let end = status.transaction.expirationDate,
      let last = paid.last, last < end
    else { return nil }
    stops = paid.map { Stop(date: $0, kind: .paid) } + Self.end(of: status, at: end, after: last)
    self.now = now
  }

  private init(stops: [Stop], now: Date) {
    self.stops = stops
    self.now = now
  }

  private static func end(of status: PlanStatus, at end: Date, after last: Date) -> [Stop] {
    switch status.state {
    case .subscribed: return [Stop(date: end, kind: status.renewal.willAutoRenew ? .due : .ended)]
    case .inGracePeriod:
      let grace = status.renewal.gracePeriodExpirationDate.map { Stop(date: $0, kind: .graceEnd) }
      return [Stop(date: end, kind: .unpaid)] + [grace].compactMap(\.self)
    case .inBillingRetryPeriod: return [Stop(date: end, kind: .unpaid)]
    case .expired: return [Stop(date: end, kind: .ended)]
    case .revoked:
      let date = status.transaction.revocationDate ?? end
      return [Stop(date: max(date, last.addingTimeInterval(1)), kind: .refunded)]
    }
  }

  /// Only the latest periods.
  func suffix(periods count: Int) -> PlanTimeline {
    PlanTimeline(stops: stops.suffix(max(1, count) + 1), now: now)
  }

  /// The column of today if each period takes `width` columns; `nil` if no period includes today.
  ///
  /// It is never the column of a stop. Within a period it moves evenly, however long the month is.
  func column(ofTodayIn width: Int) -> Int? {
    guard let index = period else { return nil }
    let (start, end) = (stops[index].date, stops[index + 1].date)
    let part = now.timeIntervalSince(start) / end.timeIntervalSince(start)
    return index * width + min(max(1, Int(part * Double(width))), width - 1)
  }

  /// Whole days since the period began and until it ends, counted from date to date.
  var days: (gone: Int, left: Int)? {
    guard let index = period else { return nil }
    return (
      Self.days(from: stops[index].date, to: now), Self.days(from: now, to: stops[index + 1].date)
    )
  }

  private var period: Int? {
    stops.indices.dropLast().last { stops[$0].date <= now && now < stops[$0 + 1].date }
  }

  private static func days(from start: Date, to end: Date) -> Int {
    let calendar = Calendar.gregorianUTC
    let (start, end) = (calendar.startOfDay(for: start), calendar.startOfDay(for: end))
    return calendar.dateComponents([.day], from: start, to: end).day ?? 0
  }
}
