import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Grace and retry where time is fast, from the table of StoreKit Test, by hand.
@Suite struct AcceleratedBillingDateTests {
  // Plans begin at midnight; then the renewal that fails, the end of grace, and the end of retry.
  @Test(arguments: [
    (TimeRate.monthlyRenewalEveryHour, "weekly", ["00:15:00", "00:27:51", "02:15:00"]),
    (.monthlyRenewalEveryHour, "premium.plus", ["01:00:00", "01:30:00", "03:00:00"]),
    (.monthlyRenewalEveryThirtyMinutes, "weekly", ["00:10:00", "00:18:34", "01:10:00"]),
    (.monthlyRenewalEveryThirtyMinutes, "premium.plus", ["00:30:00", "00:45:00", "01:30:00"]),
    (.monthlyRenewalEveryFifteenMinutes, "weekly", ["00:05:00", "00:09:17", "00:35:00"]),
    (.monthlyRenewalEveryFifteenMinutes, "premium.plus", ["00:15:00", "00:22:30", "00:45:00"]),
    (.monthlyRenewalEveryFiveMinutes, "weekly", ["00:03:00", "00:05:34", "00:13:00"]),
    (.monthlyRenewalEveryFiveMinutes, "premium.plus", ["00:05:00", "00:07:30", "00:15:00"]),
    (.monthlyRenewalEveryThirtySeconds, "weekly", ["00:00:10", "00:00:19", "00:01:10"]),
    (.monthlyRenewalEveryThirtySeconds, "premium.yearly", ["00:06:00", "00:06:15", "00:07:00"]),
    (.oneRenewalEveryFifteenMinutes, "weekly", ["00:15:00", "00:30:00", "00:45:00"]),
    (.oneRenewalEveryFiveMinutes, "premium.yearly", ["00:05:00", "00:10:00", "00:15:00"]),
    (.oneRenewalEveryMinute, "premium.plus", ["00:01:00", "00:02:00", "00:03:00"]),
    (.oneRenewalEveryThirtySeconds, "weekly", ["00:00:30", "00:01:00", "00:01:30"]),
    (.oneRenewalEveryTenSeconds, "premium.plus", ["00:00:10", "00:00:20", "00:00:30"]),
    (.oneRenewalEveryTwoSeconds, "premium.plus", ["00:00:02", "00:00:04", "00:00:06"]),
  ])
  func `grace and retry last as long as in the table`(
    timeRate: TimeRate, plan: String, times: [String]
  ) throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.sellWeekly()
    shop.snapshot.rules.timeRate = timeRate
    shop.snapshot.rules.gracePeriod = .days3
    try shop.buy(plan)
    try shop.failBilling(plan)

    try shop.advance(to: "2026-01-02")

    #expect(
      shop.notified.dropFirst().map(\.type)
        == ["DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED"])
    #expect(shop.notified.dropFirst().map { String($0.moment.dropFirst(11).dropLast()) } == times)
  }

  @Test func `a period that would be over already is not charged: a new cycle begins`() throws {
    // A plan with periods of a week at real time; its renewal fails, and then time becomes fast.
    var shop = try LedgerFixture("2026-01-01")
    shop.sellWeekly()
    shop.snapshot.rules.gracePeriod = .days16
    try shop.buy("weekly")
    try shop.failBilling("weekly")
    try shop.advance(to: "2026-01-10")
    shop.snapshot.rules.timeRate = .monthlyRenewalEveryHour

    try shop.recoverBilling("weekly")

    #expect(shop.moments == ["2026-01-01T00:00:00Z", "2026-01-10T00:00:00Z"])
    #expect(
      shop.subscription?.expirationDate == (try LedgerFixture.date("2026-01-10T00:15:00Z")))
  }
}
