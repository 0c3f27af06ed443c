package import Foundation

// The table of Xcode's subscription renewal rates ("Setting up StoreKit Testing in Xcode" and the
// time rates of `SKTestSession`). A month and a week are enough to write it: every other entry of
// Apple's table is that many months.

extension Pace {
  /// The end of the last of `times` periods, of which the first begins at `anchor`.
  ///
  /// In real time it is counted in the calendar from the anchor, so that a subscription begun on
  /// 31 January renews on 28 February and then on 31 March. At the monthly paces each period takes
  /// the span of Apple's table; a period that is not in it takes its share: days as sevenths of a
  /// week, weeks as weeks, months and years as months. At the paces of one renewal, every period
  /// takes the same span. Whole milliseconds where `anchor` is, and never after the year 4001
  /// (`Date.distantFuture`), so that every payload can say it.
  package func endDate(of period: Period, times: Int = 1, from anchor: Date) -> Date {
    let end =
      if let rate {
        anchor.addingTimeInterval(rate.span(of: period, times: times)).wholeMilliseconds
      } else {
        Calendar.store.date(byAdding: period, times: times, to: anchor)
      }
    return min(end ?? .distantFuture, .distantFuture)
  }

  /// How long a subscriber is served while a renewal cannot be charged, in seconds.
  ///
  /// Two lengths at each pace: one for periods up to a week, one for longer ones.
  package func gracePeriod(for period: Period) -> TimeInterval {
    let isShort = period.unit == .day && period.value <= 7 || period == Period(1, .week)
    guard let rate else { return (isShort ? 6 : 16) * 86_400 }
    return isShort ? rate.weeklyGrace : rate.grace
  }

  /// For how long a renewal that failed is tried again, grace included, in seconds.
  package var billingRetryPeriod: TimeInterval {
    rate?.retry ?? 60 * 86_400
  }

  /// The line of the table; `nil` in real time.
  private var rate: Rate? {
    switch self {
    case .realTime: nil
    case .monthlyRenewalEveryHour:
      Rate(week: 900, month: 3600, weeklyGrace: 771, grace: 1800, retry: 7200)
    case .monthlyRenewalEveryThirtyMinutes:
      Rate(week: 600, month: 1800, weeklyGrace: 514, grace: 900, retry: 3600)
    case .monthlyRenewalEveryFifteenMinutes:
      Rate(week: 300, month: 900, weeklyGrace: 257, grace: 450, retry: 1800)
    case .monthlyRenewalEveryFiveMinutes:
      Rate(week: 180, month: 300, weeklyGrace: 154, grace: 150, retry: 600)
    case .monthlyRenewalEveryThirtySeconds:
      Rate(week: 10, month: 30, weeklyGrace: 9, grace: 15, retry: 60)
    case .oneRenewalEveryFifteenMinutes: Rate(every: 900)
    case .oneRenewalEveryFiveMinutes: Rate(every: 300)
    case .oneRenewalEveryMinute: Rate(every: 60)
    case .oneRenewalEveryThirtySeconds: Rate(every: 30)
    case .oneRenewalEveryTenSeconds: Rate(every: 10)
    case .oneRenewalEveryTwoSeconds: Rate(every: 2)
    }
  }
}

/// One line of the table, in seconds.
private struct Rate {
  var week: TimeInterval
  var month: TimeInterval
  var weeklyGrace: TimeInterval
  var grace: TimeInterval
  var retry: TimeInterval
  /// What any period takes, whatever its length.
  var fixed: TimeInterval?

  func span(of period: Period, times: Int) -> TimeInterval {
    let count = TimeInterval(times)
    if let fixed { return fixed * count }
    let value = TimeInterval(period.value) * count
    return switch period.unit {
    case .day: week * value / 7
    case .week: week * value
    case .month: month * value
    case .year: month * 12 * value
    }
  }
}

extension Rate {
  /// A line of the paces of one renewal: grace lasts one renewal, retry two.
  init(every span: TimeInterval) {
    self.init(
      week: span, month: span, weeklyGrace: span, grace: span, retry: 2 * span, fixed: span)
  }
}
