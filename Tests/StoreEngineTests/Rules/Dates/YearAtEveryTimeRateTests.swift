import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// A year of a monthly plan at every time rate, in a table that was written by hand.
@Suite struct YearAtEveryTimeRateTests {
  private struct Row: CustomTestStringConvertible {
    let timeRate: TimeRate
    /// When each of the first twelve renewals is charged.
    let renewals: String
    /// When a yearly plan renews.
    let yearly: String

    var testDescription: String { "\(timeRate)" }
  }

  // All plans begin on 1 January 2026 at midnight.
  private static let table: [Row] = [
    Row(
      timeRate: .realTime,
      renewals: """
        2026-02-01T00:00:00Z 2026-03-01T00:00:00Z 2026-04-01T00:00:00Z 2026-05-01T00:00:00Z
        2026-06-01T00:00:00Z 2026-07-01T00:00:00Z 2026-08-01T00:00:00Z 2026-09-01T00:00:00Z
        2026-10-01T00:00:00Z 2026-11-01T00:00:00Z 2026-12-01T00:00:00Z 2027-01-01T00:00:00Z
        """,
      yearly: "2027-01-01T00:00:00Z"),
    Row(
      timeRate: .monthlyRenewalEveryHour,
      renewals: """
        2026-01-01T01:00:00Z 2026-01-01T02:00:00Z 2026-01-01T03:00:00Z 2026-01-01T04:00:00Z
        2026-01-01T05:00:00Z 2026-01-01T06:00:00Z 2026-01-01T07:00:00Z 2026-01-01T08:00:00Z
        2026-01-01T09:00:00Z 2026-01-01T10:00:00Z 2026-01-01T11:00:00Z 2026-01-01T12:00:00Z
        """,
      yearly: "2026-01-01T12:00:00Z"),
    Row(
      timeRate: .monthlyRenewalEveryThirtyMinutes,
      renewals: """
        2026-01-01T00:30:00Z 2026-01-01T01:00:00Z 2026-01-01T01:30:00Z 2026-01-01T02:00:00Z
        2026-01-01T02:30:00Z 2026-01-01T03:00:00Z 2026-01-01T03:30:00Z 2026-01-01T04:00:00Z
        2026-01-01T04:30:00Z 2026-01-01T05:00:00Z 2026-01-01T05:30:00Z 2026-01-01T06:00:00Z
        """,
      yearly: "2026-01-01T06:00:00Z"),
    Row(
      timeRate: .monthlyRenewalEveryFifteenMinutes,
      renewals: """
        2026-01-01T00:15:00Z 2026-01-01T00:30:00Z 2026-01-01T00:45:00Z 2026-01-01T01:00:00Z
        2026-01-01T01:15:00Z 2026-01-01T01:30:00Z 2026-01-01T01:45:00Z 2026-01-01T02:00:00Z
        2026-01-01T02:15:00Z 2026-01-01T02:30:00Z 2026-01-01T02:45:00Z 2026-01-01T03:00:00Z
        """,
      yearly: "2026-01-01T03:00:00Z"),
    Row(
      timeRate: .monthlyRenewalEveryFiveMinutes,
      renewals: """
        2026-01-01T00:05:00Z 2026-01-01T00:10:00Z 2026-01-01T00:15:00Z 2026-01-01T00:20:00Z
        2026-01-01T00:25:00Z 2026-01-01T00:30:00Z 2026-01-01T00:35:00Z 2026-01-01T00:40:00Z
        2026-01-01T00:45:00Z 2026-01-01T00:50:00Z 2026-01-01T00:55:00Z 2026-01-01T01:00:00Z
        """,
      yearly: "2026-01-01T01:00:00Z"),
    Row(
      timeRate: .monthlyRenewalEveryThirtySeconds,
      renewals: """
        2026-01-01T00:00:30Z 2026-01-01T00:01:00Z 2026-01-01T00:01:30Z 2026-01-01T00:02:00Z
        2026-01-01T00:02:30Z 2026-01-01T00:03:00Z 2026-01-01T00:03:30Z 2026-01-01T00:04:00Z
        2026-01-01T00:04:30Z 2026-01-01T00:05:00Z 2026-01-01T00:05:30Z 2026-01-01T00:06:00Z
        """,
      yearly: "2026-01-01T00:06:00Z"),
    Row(
      timeRate: .oneRenewalEveryFifteenMinutes,
      renewals: """
        2026-01-01T00:15:00Z 2026-01-01T00:30:00Z 2026-01-01T00:45:00Z 2026-01-01T01:00:00Z
        2026-01-01T01:15:00Z 2026-01-01T01:30:00Z 2026-01-01T01:45:00Z 2026-01-01T02:00:00Z
        2026-01-01T02:15:00Z 2026-01-01T02:30:00Z 2026-01-01T02:45:00Z 2026-01-01T03:00:00Z
        """,
      yearly: "2026-01-01T00:15:00Z"),
    Row(
      timeRate: .oneRenewalEveryFiveMinutes,
      renewals: """
        2026-01-01T00:05:00Z 2026-01-01T00:10:00Z 2026-01-01T00:15:00Z 2026-01-01T00:20:00Z
        2026-01-01T00:25:00Z 2026-01-01T00:30:00Z 2026-01-01T00:35:00Z 2026-01-01T00:40:00Z
        2026-01-01T00:45:00Z 2026-01-01T00:50:00Z 2026-01-01T00:55:00Z 2026-01-01T01:00:00Z
        """,
      yearly: "2026-01-01T00:05:00Z"),
    Row(
      timeRate: .oneRenewalEveryMinute,
      renewals: """
        2026-01-01T00:01:00Z 2026-01-01T00:02:00Z 2026-01-01T00:03:00Z 2026-01-01T00:04:00Z
        2026-01-01T00:05:00Z 2026-01-01T00:06:00Z 2026-01-01T00:07:00Z 2026-01-01T00:08:00Z
        2026-01-01T00:09:00Z 2026-01-01T00:10:00Z 2026-01-01T00:11:00Z 2026-01-01T00:12:00Z
        """,
      yearly: "2026-01-01T00:01:00Z"),
    Row(
      timeRate: .oneRenewalEveryThirtySeconds,
      renewals: """
        2026-01-01T00:00:30Z 2026-01-01T00:01:00Z 2026-01-01T00:01:30Z 2026-01-01T00:02:00Z
        2026-01-01T00:02:30Z 2026-01-01T00:03:00Z 2026-01-01T00:03:30Z 2026-01-01T00:04:00Z
        2026-01-01T00:04:30Z 2026-01-01T00:05:00Z 2026-01-01T00:05:30Z 2026-01-01T00:06:00Z
        """,
      yearly: "2026-01-01T00:00:30Z"),
    Row(
      timeRate: .oneRenewalEveryTenSeconds,
      renewals: """
        2026-01-01T00:00:10Z 2026-01-01T00:00:20Z 2026-01-01T00:00:30Z 2026-01-01T00:00:40Z
        2026-01-01T00:00:50Z 2026-01-01T00:01:00Z 2026-01-01T00:01:10Z 2026-01-01T00:01:20Z
        2026-01-01T00:01:30Z 2026-01-01T00:01:40Z 2026-01-01T00:01:50Z 2026-01-01T00:02:00Z
        """,
      yearly: "2026-01-01T00:00:10Z"),
    Row(
      timeRate: .oneRenewalEveryTwoSeconds,
      renewals: """
        2026-01-01T00:00:02Z 2026-01-01T00:00:04Z 2026-01-01T00:00:06Z 2026-01-01T00:00:08Z
        2026-01-01T00:00:10Z 2026-01-01T00:00:12Z 2026-01-01T00:00:14Z 2026-01-01T00:00:16Z
        2026-01-01T00:00:18Z 2026-01-01T00:00:20Z 2026-01-01T00:00:22Z 2026-01-01T00:00:24Z
        """,
      yearly: "2026-01-01T00:00:02Z"),
  ]

  @Test func `the table has every time rate`() {
    #expect(Set(Self.table.map(\.timeRate)) == Set(TimeRate.allCases))
  }

  @Test(arguments: table)
  private func `a monthly plan renews twelve times a year, and goes on without a limit`(
    row: Row
  ) throws {
    var shop = try Self.shop(at: row.timeRate, isRenewalLimited: false)
    try shop.buy("premium.plus")
    let renewals = row.renewals.split(whereSeparator: \.isWhitespace).map(String.init)

    shop.advance(to: try LedgerFixture.date(try #require(renewals.last)))

    #expect(shop.moments == ["2026-01-01T00:00:00Z"] + renewals)
    #expect(shop.subscription?.willAutoRenew == true)
    let end = try #require(shop.subscription?.expirationDate)
    shop.advance(to: end)
    #expect(shop.transactions.count == 14, "nothing limits the renewals")
  }

  @Test(arguments: table)
  private func `a yearly plan renews after a year at its time rate`(row: Row) throws {
    var shop = try Self.shop(at: row.timeRate, isRenewalLimited: false)
    try shop.buy("premium.yearly")

    try shop.advance(to: row.yearly)

    #expect(shop.moments == ["2026-01-01T00:00:00Z", row.yearly])
  }

  @Test(arguments: table.filter { $0.timeRate != .realTime })
  private func `with the limit, a year is all that an accelerated plan has`(row: Row) throws {
    var shop = try Self.shop(at: row.timeRate, isRenewalLimited: true)
    try shop.buy("premium.plus")

    try shop.advance(to: "2027-01-01")

    let renewals = row.renewals.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(shop.moments == ["2026-01-01T00:00:00Z"] + renewals)
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test func `the limit does not apply in real time`() throws {
    var shop = try Self.shop(at: .realTime, isRenewalLimited: true)
    try shop.buy("premium.plus")

    try shop.advance(to: "2028-01-01")

    #expect(shop.transactions.count == 25)
    #expect(shop.subscription?.isActive == true)
  }

  private static func shop(at timeRate: TimeRate, isRenewalLimited: Bool) throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.timeRate = timeRate
    shop.snapshot.rules.isRenewalLimited = isRenewalLimited
    return shop
  }
}
