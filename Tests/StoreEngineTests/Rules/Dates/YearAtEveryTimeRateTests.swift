import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// A year of a monthly plan at every accelerated time rate, in a table that was written by hand.
///
/// Real time follows the calendar; ``CalendarDateTests`` covers it.
@Suite struct YearAtEveryTimeRateTests {
  private struct Row: CustomTestStringConvertible {
    let timeRate: TimeRate
    /// The seconds from one renewal of a monthly plan to the next.
    let month: Int
    /// The seconds after which a yearly plan renews.
    let year: Int

    var testDescription: String { "\(timeRate)" }

    /// When each of the first twelve renewals is charged.
    var renewals: [Date] {
      get throws { try (1...12).map { try YearAtEveryTimeRateTests.date($0 * month) } }
    }
  }

  private static let table: [Row] = [
    Row(timeRate: .monthlyRenewalEveryHour, month: 3600, year: 12 * 3600),
    Row(timeRate: .monthlyRenewalEveryThirtyMinutes, month: 1800, year: 6 * 3600),
    Row(timeRate: .monthlyRenewalEveryFifteenMinutes, month: 900, year: 3 * 3600),
    Row(timeRate: .monthlyRenewalEveryFiveMinutes, month: 300, year: 3600),
    Row(timeRate: .monthlyRenewalEveryThirtySeconds, month: 30, year: 360),
    Row(timeRate: .oneRenewalEveryFifteenMinutes, month: 900, year: 900),
    Row(timeRate: .oneRenewalEveryFiveMinutes, month: 300, year: 300),
    Row(timeRate: .oneRenewalEveryMinute, month: 60, year: 60),
    Row(timeRate: .oneRenewalEveryThirtySeconds, month: 30, year: 30),
    Row(timeRate: .oneRenewalEveryTenSeconds, month: 10, year: 10),
    Row(timeRate: .oneRenewalEveryTwoSeconds, month: 2, year: 2),
  ]

  /// All plans begin on 1 January 2026 at midnight.
  private static func date(_ seconds: Int) throws -> Date {
    try LedgerFixture.date("2026-01-01").addingTimeInterval(TimeInterval(seconds))
  }

  private func dates(_ shop: LedgerFixture) -> [Date] { shop.transactions.map(\.purchaseDate) }

  @Test func `the table has every time rate but real time`() {
    #expect(Set(Self.table.map(\.timeRate)) == Set(TimeRate.allCases).subtracting([.realTime]))
  }

  @Test(arguments: table)
  private func `a monthly plan renews twelve times a year, and goes on without a limit`(
    row: Row
  ) throws {
    var shop = try Self.shop(at: row.timeRate, isRenewalLimited: false)
    try shop.buy("premium.plus")

    shop.advance(to: try Self.date(12 * row.month))

    #expect(try dates(shop) == [Self.date(0)] + row.renewals)
    #expect(shop.subscription?.willAutoRenew == true)
    let end = try #require(shop.subscription?.expirationDate)
    shop.advance(to: end)
    #expect(shop.transactions.count == 14, "nothing limits the renewals")
  }

  @Test(arguments: table)
  private func `a yearly plan renews after a year at its time rate`(row: Row) throws {
    var shop = try Self.shop(at: row.timeRate, isRenewalLimited: false)
    try shop.buy("premium.yearly")

    shop.advance(to: try Self.date(row.year))

    #expect(try dates(shop) == [Self.date(0), Self.date(row.year)])
  }

  @Test(arguments: table)
  private func `with the limit, a year is all that an accelerated plan has`(row: Row) throws {
    var shop = try Self.shop(at: row.timeRate, isRenewalLimited: true)
    try shop.buy("premium.plus")

    try shop.advance(to: "2027-01-01")

    #expect(try dates(shop) == [Self.date(0)] + row.renewals)
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
