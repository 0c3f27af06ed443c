package import AppStorePayloads
package import Foundation

// The table of Xcode's subscription renewal rates ("Setting up StoreKit Testing in Xcode" and the
// time rates of `SKTestSession`). The durations of a week and a month are enough: every other entry
// of Apple's table is a multiple of a month.

extension TimeRate {
  /// Returns the end of the last of `times` periods, the first of which begins at `anchor`.
  ///
  /// In real time, periods count in the calendar from the anchor: a subscription of 31 January
  /// renews on 28 February and then on 31 March. At a monthly time rate, each period takes the time
  /// in Apple's table; a period that is not in the table takes its share of a week or a month. At
  /// the other time rates, every period takes the same time.
  ///
  /// The result has whole milliseconds if `anchor` has, and is not after the year 4001
  /// (`Date.distantFuture`), so that a payload can have it.
  package func endDate(of period: Period, times: Int = 1, from anchor: Date) -> Date {
    let end =
      if let rate {
        anchor.addingTimeInterval(rate.span(of: period, times: times)).wholeMilliseconds
      } else {
        Calendar.store.date(byAdding: period, times: times, to: anchor)
      }
    return min(end ?? .distantFuture, .distantFuture)
  }

  /// Returns the date one or more periods after `date` for the subscriber of a plan.
  ///
  /// At a time rate such as ``oneRenewalEveryMinute``, every subscription period takes the same time,
  /// regardless of its length. Other times are in proportion to the plan's own period: if a month
  /// takes 30 seconds, ten days take 10 seconds, and if a year does, ten days take less than one. A
  /// month counts as 30 days, a year as 360. At any other time rate, the result is that of
  /// ``endDate(of:times:from:)``.
  package func date(
    of period: Period, times: Int = 1, after date: Date, forPlanOf planPeriod: Period
  ) -> Date {
    guard let fixed = rate?.fixed else { return endDate(of: period, times: times, from: date) }
    let share = Double(period.days) * Double(times) / Double(planPeriod.days)
    return min(date.addingTimeInterval(fixed * share).wholeMilliseconds, .distantFuture)
  }

  /// Returns the time for which a subscriber keeps access while a renewal cannot be charged, in
  /// seconds; `nil` if the store has no grace period.
  ///
  /// It is at most 6 days for a period of up to a week. At an accelerated time rate, the table has
  /// one length for these periods and one for longer periods, regardless of the number of days.
  package func gracePeriod(_ choice: GracePeriod, for period: Period) -> TimeInterval? {
    guard choice != .off else { return nil }
    let isShort = period.unit == .day && period.value <= 7 || period == Period(1, .week)
    guard let rate else {
      return TimeInterval(isShort ? min(6, choice.rawValue) : choice.rawValue) * 86_400
    }
    return isShort ? rate.weeklyGrace : rate.grace
  }

  /// The time for which a failed renewal is retried, including the grace period, in seconds.
  package var billingRetryPeriod: TimeInterval {
    rate?.retry ?? 60 * 86_400
  }

  /// The row of the table; `nil` in real time.
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

/// A row of the table, in seconds.
private struct Rate {
  var week: TimeInterval
  var month: TimeInterval
  var weeklyGrace: TimeInterval
  var grace: TimeInterval
  var retry: TimeInterval
  /// The length of every period, at the time rates of one renewal.
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
  /// Creates the row of a time rate at which every period is equally long: grace lasts one period,
  /// retry two.
  init(every span: TimeInterval) {
    self.init(
      week: span, month: span, weeklyGrace: span, grace: span, retry: 2 * span, fixed: span)
  }
}
