/// The duration of a subscription period on the store's clock.
///
/// The raw values are those of `SKTestSession.TimeRate` and of `_timeRate` in a `.storekit` file.
/// A period's length is fixed when it begins.
package enum TimeRate: Int, Codable, Hashable, Sendable, CaseIterable {
  case realTime = 0
  case monthlyRenewalEveryHour = 10
  case monthlyRenewalEveryThirtyMinutes = 11
  case monthlyRenewalEveryFifteenMinutes = 12
  case monthlyRenewalEveryFiveMinutes = 13
  case monthlyRenewalEveryThirtySeconds = 15
  case oneRenewalEveryFifteenMinutes = 1000
  case oneRenewalEveryFiveMinutes = 1001
  case oneRenewalEveryMinute = 1002
  case oneRenewalEveryThirtySeconds = 1003
  case oneRenewalEveryTenSeconds = 1004
  case oneRenewalEveryTwoSeconds = 1005
}
