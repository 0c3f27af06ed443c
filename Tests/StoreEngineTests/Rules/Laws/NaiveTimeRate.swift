import StoreAPI

/// A row of the table of StoreKit Test's time rates, in seconds, copied by hand.
///
/// It shares no code with the store's time rates, so that tests can compare the two.
struct NaiveTimeRate {
  var week: Int
  var month: Int
  var weeklyGrace: Int
  var grace: Int
  var retry: Int
  /// Whether every period is equally long.
  var isFixed = false

  /// `nil` in real time.
  init?(_ timeRate: TimeRate) {
    switch timeRate {
    case .realTime: return nil
    case .monthlyRenewalEveryHour: self.init(900, 3600, 771, 1800, 7200)
    case .monthlyRenewalEveryThirtyMinutes: self.init(600, 1800, 514, 900, 3600)
    case .monthlyRenewalEveryFifteenMinutes: self.init(300, 900, 257, 450, 1800)
    case .monthlyRenewalEveryFiveMinutes: self.init(180, 300, 154, 150, 600)
    case .monthlyRenewalEveryThirtySeconds: self.init(10, 30, 9, 15, 60)
    case .oneRenewalEveryFifteenMinutes: self.init(every: 900)
    case .oneRenewalEveryFiveMinutes: self.init(every: 300)
    case .oneRenewalEveryMinute: self.init(every: 60)
    case .oneRenewalEveryThirtySeconds: self.init(every: 30)
    case .oneRenewalEveryTenSeconds: self.init(every: 10)
    case .oneRenewalEveryTwoSeconds: self.init(every: 2)
    }
  }

  private init(_ week: Int, _ month: Int, _ weeklyGrace: Int, _ grace: Int, _ retry: Int) {
    self.week = week
    self.month = month
    self.weeklyGrace = weeklyGrace
    self.grace = grace
    self.retry = retry
  }

  private init(every seconds: Int) {
    self.init(seconds, seconds, seconds, seconds, 2 * seconds)
    isFixed = true
  }

  func seconds(of length: NaiveLength) -> Int {
    switch length {
    case _ where isFixed: month
    case .weeks(let count): count * week
    case .months(let count): count * month
    }
  }
}

extension NaiveTimeRate {
  /// How long a renewal that failed is tried again, in seconds.
  static func retry(at timeRate: TimeRate) -> Int {
    NaiveTimeRate(timeRate)?.retry ?? 60 * NaiveTime.day
  }

  /// The grace period of a plan with periods of this length, in seconds; `days` is the store's
  /// setting.
  static func grace(of length: NaiveLength, days: Int, at timeRate: TimeRate) -> Int {
    let isWeekly = length == .weeks(1)
    if let row = NaiveTimeRate(timeRate) { return isWeekly ? row.weeklyGrace : row.grace }
    return (isWeekly ? min(days, 6) : days) * NaiveTime.day
  }

  /// What a number of days is for a plan with periods of this length, in milliseconds.
  ///
  /// If all periods are equally long, the days are their share of the plan's. Otherwise they are
  /// their share of a week.
  static func milliseconds(
    ofDays days: Int, for length: NaiveLength, at timeRate: TimeRate
  ) -> Int {
    guard let row = NaiveTimeRate(timeRate) else { return days * NaiveTime.day * 1000 }
    let (span, whole) = row.isFixed ? (row.month, length.days) : (row.week, 7)
    return (2000 * span * days + whole) / (2 * whole)
  }

  /// The thirtieth part of a month, in seconds, for waits that suit the time rate.
  static func day(at timeRate: TimeRate) -> Int {
    max(1, NaiveTimeRate(timeRate).map { $0.month / 30 } ?? 86_400)
  }
}

/// The length of one period, and the time rate at which it began.
struct NaiveSpan: Hashable {
  var length: NaiveLength
  var timeRate: TimeRate
}

extension NaiveTime {
  /// The end of the last of several periods.
  ///
  /// Adds consecutive months of the calendar together, so a plan that began on the 31st ends on the
  /// 31st in every month that has one.
  func adding(_ spans: [NaiveSpan]) -> NaiveTime {
    var (time, months) = (self, 0)
    for span in spans {
      if case .months(let count) = span.length, span.timeRate == .realTime {
        months += count
        continue
      }
      time = time.adding(months: months) + seconds(of: span)
      months = 0
    }
    return time.adding(months: months)
  }

  private func seconds(of span: NaiveSpan) -> Int {
    if let row = NaiveTimeRate(span.timeRate) { return row.seconds(of: span.length) }
    guard case .weeks(let count) = span.length else { return 0 }
    return count * 7 * NaiveTime.day
  }
}
