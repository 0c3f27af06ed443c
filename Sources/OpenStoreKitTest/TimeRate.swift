import StoreAPI
import StoreEngine

extension SKTestSession {
  /// The duration of a subscription period in a test.
  ///
  /// The raw values are Apple's. Apple's six deprecated rates shorten the day and not the month. Here
  /// each is the rate of today whose month comes nearest, at most an hour.
  @nonexhaustive
  public enum TimeRate: Int, Sendable {
    /// A month lasts a month.
    case realTime = 0
    /// A month lasts an hour here; Apple's lasts 30 hours.
    @available(*, deprecated, message: "use realTime or a rate of monthly renewals")
    case oneHourIsOneDay = 1
    /// A month lasts an hour here; Apple's lasts 15 hours.
    @available(*, deprecated, message: "use realTime or a rate of monthly renewals")
    case thirtyMinutesIsOneDay = 2
    /// A month lasts an hour here; Apple's lasts two and a half hours.
    @available(*, deprecated, message: "use realTime or a rate of monthly renewals")
    case fiveMinutesIsOneDay = 3
    /// A month lasts 30 minutes.
    @available(*, deprecated, renamed: "monthlyRenewalEveryThirtyMinutes")
    case oneMinuteIsOneDay = 4
    /// A month lasts 15 minutes.
    @available(*, deprecated, renamed: "monthlyRenewalEveryFifteenMinutes")
    case thirtySecondsIsOneDay = 5
    /// A month lasts 30 seconds.
    @available(*, deprecated, renamed: "monthlyRenewalEveryThirtySeconds")
    case oneSecondIsOneDay = 6
    /// A month lasts an hour, a week 15 minutes.
    case monthlyRenewalEveryHour = 10
    /// A month lasts 30 minutes, a week 10.
    case monthlyRenewalEveryThirtyMinutes = 11
    /// A month lasts 15 minutes, a week 5.
    case monthlyRenewalEveryFifteenMinutes = 12
    /// A month lasts 5 minutes, a week 3.
    case monthlyRenewalEveryFiveMinutes = 13
    /// A month lasts 30 seconds, a week 10.
    case monthlyRenewalEveryThirtySeconds = 15
    /// Every period lasts 15 minutes.
    case oneRenewalEveryFifteenMinutes = 1000
    /// Every period lasts 5 minutes.
    case oneRenewalEveryFiveMinutes = 1001
    /// Every period lasts a minute.
    case oneRenewalEveryMinute = 1002
    /// Every period lasts 30 seconds.
    case oneRenewalEveryThirtySeconds = 1003
    /// Every period lasts 10 seconds.
    case oneRenewalEveryTenSeconds = 1004
    /// Every period lasts 2 seconds.
    case oneRenewalEveryTwoSeconds = 1005

    /// The store's time rate with the same number, which is Apple's; for a deprecated rate the nearest.
    var storeRate: StoreAPI.TimeRate { ConfigurationTimeRate.timeRate(rawValue) ?? .realTime }

    init(_ storeRate: StoreAPI.TimeRate) {
      self = TimeRate(rawValue: storeRate.rawValue) ?? .realTime
    }
  }
}
