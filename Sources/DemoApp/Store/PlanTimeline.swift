import Foundation
import OpenStoreKit

/// The periods of a plan, what came between them, and today's place among them.
///
/// ```
/// 14 Sep         14 Oct         14 Nov         14 Dec
/// free           $4.99          grace          service ends
/// ●━━━━━━━━━━━━━━●━━━━━━━━━━━━━━◐━━━───────────○
///                                   ↑ 7 days in, 23 left
/// ```
struct PlanTimeline: Equatable {
  struct Stop: Equatable {
    enum Kind: Equatable { case paid, extended, due, unpaid, grace, graceEnd, ended, refunded, now }

    /// The terms of a paid period.
    enum Payment: Equatable { case regular, offer, trial }

    let date: Date
    let kind: Kind
    var payment = Payment.regular
    /// The word for the time until the next stop; at the last stop, for what follows.
    var word = ""
  }

  /// At least two stops in chronological order; the last is the end of the known time.
  let stops: [Stop]
  let now: Date
  /// The format of the stops' dates.
  let dates: PlanDates

  /// `nil` for a status without an end.
  ///
  /// - Parameters:
  ///   - status: The status of the period that was paid last.
  ///   - past: The periods of its group, in any order; without them only the last one is shown.
  ///   - store: Names and prices.
  init?(of status: PlanStatus, past: [HistoryEntry], in store: Store) {
    guard status.isVerified, status.transaction.purchaseDate < status.end else { return nil }
    let periods = PlanPeriods(past, upTo: status.transaction)
    stops = periods.stops(store) + Self.end(of: status, in: store)
    now = store.now
    dates = store.dates(of: status.transaction)
  }

  /// The period that one transaction paid for, until its end or its refund.
  ///
  /// `nil` if it paid for none, or was upgraded: then no transaction says when it ended.
  init?(ofPeriod transaction: Owned, in store: Store) {
    guard let expiration = transaction.expirationDate, transaction.kind == .autoRenewable,
      !transaction.isUpgraded
    else { return nil }
    let refund = transaction.revocationDate.flatMap { $0 < expiration ? $0 : nil }
    let end = refund ?? expiration
    guard transaction.purchaseDate < end else { return nil }
    stops =
      PlanPeriods([], upTo: transaction).stops(store)
      + [Stop(date: end, kind: refund == nil ? .ended : .refunded)]
    now = store.now
    dates = store.dates(of: transaction)
  }

  private init(stops: [Stop], now: Date, dates: PlanDates) {
    self.stops = stops
    self.now = now
    self.dates = dates
  }

  private static func end(of status: PlanStatus, in store: Store) -> [Stop] {
    let (end, now) = (status.end, store.now)
    let today = now > end ? [Stop(date: now, kind: .now)] : []
    switch status.state {
    case .subscribed:
      let isLast = !status.renewal.willAutoRenew || status.situation == .notSoldAgain
      let kind = isLast ? Stop.Kind.ended : .due
      return [Stop(date: end, kind: kind, word: status.wordToCome(in: store))]
    case .inGracePeriod:
      let grace = status.renewal.gracePeriodExpirationDate
      return [Stop(date: end, kind: .grace, word: "grace")]
        + (grace.map { [Stop(date: $0, kind: .graceEnd, word: "service ends")] } ?? [])
    case .inBillingRetryPeriod: return [Stop(date: end, kind: .unpaid, word: "not paid")] + today
    case .expired: return [Stop(date: end, kind: .ended, word: "no plan")] + today
    default:
      let first = status.transaction.purchaseDate.addingTimeInterval(1)
      let date = max(status.transaction.revocationDate ?? end, first)
      return (date > end ? [Stop(date: end, kind: .ended, word: "no plan")] : [])
        + [Stop(date: date, kind: .refunded, word: status.transaction.wordOfRevocation)]
    }
  }

  /// The wordings of each stop's date, the longest first.
  ///
  /// At an accelerated time rate, the day stands where it changes.
  var labels: [[String]] {
    zip([now] + stops.map(\.date), stops).map { other, stop in
      stop.kind == .now
        ? [dates.showsTime ? "now" : "today"] : dates.labels(stop.date, beside: other)
    }
  }

  /// Only the latest periods.
  func suffix(periods count: Int) -> PlanTimeline {
    PlanTimeline(stops: stops.suffix(max(1, count) + 1), now: now, dates: dates)
  }

  /// The present period alone, with its extension, or the time since the last one.
  var present: PlanTimeline {
    let start = stops.dropLast().lastIndex { $0.kind != .extended && $0.date <= now }
    return PlanTimeline(stops: Array(stops[(start ?? 0)...]), now: now, dates: dates)
  }

  /// The column of today if each period takes `width` columns; `nil` if no period includes today.
  ///
  /// It is never the column of a stop. Within a period it moves evenly, however long the month is.
  func column(ofTodayIn width: Int) -> Int? {
    column(ofTodayAmong: stops.indices.map { $0 * width })
  }

  /// The column of today if the stops have these columns; `nil` if no period includes today.
  func column(ofTodayAmong columns: [Int]) -> Int? {
    guard let index = period else { return nil }
    let (start, end) = (stops[index].date, stops[index + 1].date)
    let width = columns[index + 1] - columns[index]
    let part = now.timeIntervalSince(start) / end.timeIntervalSince(start)
    return columns[index] + min(max(1, Int(part * Double(width))), width - 1)
  }

  /// Whole days since the period began and until it ends, with its extension, counted from date to
  /// date.
  var days: (gone: Int, left: Int)? {
    guard let index = period else { return nil }
    let start = stops[...index].last { $0.kind != .extended } ?? stops[index]
    let end = stops[(index + 1)...].first { $0.kind != .extended } ?? stops[index + 1]
    return (dates.days(from: start.date, to: now), dates.days(from: now, to: end.date))
  }

  private var period: Int? {
    stops.indices.dropLast().last { stops[$0].date <= now && now < stops[$0 + 1].date }
  }
}

extension PlanStatus {
  /// The word for what follows the paid period.
  fileprivate func wordToCome(in store: Store) -> String {
    switch situation {
    case .ending, .notSoldAgain: "ends"
    case .shared: renewal.willAutoRenew ? "renews" : "ends"
    case .changing(let next): store.name(of: next)
    case .priceAsked where needsPriceAnswer: "new price?"
    case .trial, .offerPrice, .priceAgreed, .priceAsked: renewal.renewalPrice?.text ?? "renews"
    default: "renews"
    }
  }
}
