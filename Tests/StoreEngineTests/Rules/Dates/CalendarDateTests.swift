import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Dates of the calendar, which were written by hand.
@Suite struct CalendarDateTests {
  @Test func `a plan that began on the 31st renews on the last day of every month for three years`()
    throws
  {
    var shop = try LedgerFixture("2026-01-31")
    try shop.buy("premium.plus")

    try shop.advance(to: "2029-01-31")

    #expect(
      shop.periods == [
        "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
        "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31",
        "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30",
        "2027-07-31", "2027-08-31", "2027-09-30", "2027-10-31", "2027-11-30", "2027-12-31",
        "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31", "2028-06-30",
        "2028-07-31", "2028-08-31", "2028-09-30", "2028-10-31", "2028-11-30", "2028-12-31",
        "2029-01-31",
      ])
  }

  @Test(arguments: [
    ("2026-01-30", ["2026-02-28", "2026-03-30", "2026-04-30"]),
    ("2026-01-29", ["2026-02-28", "2026-03-29", "2026-04-29"]),
    ("2028-01-29", ["2028-02-29", "2028-03-29", "2028-04-29"]),
    ("2028-01-30", ["2028-02-29", "2028-03-30", "2028-04-30"]),
    ("2028-02-29", ["2028-03-29", "2028-04-29", "2028-05-29"]),
    ("2027-11-30", ["2027-12-30", "2028-01-30", "2028-02-29"]),
  ])
  func `a plan near the end of a month keeps its day`(begin: String, renewals: [String]) throws {
    var shop = try LedgerFixture(begin)
    try shop.buy("premium.plus")

    try shop.advance(to: try #require(renewals.last))

    #expect(shop.periods == [begin] + renewals)
  }

  @Test func `a yearly plan that began on a leap day renews on it every four years`() throws {
    var shop = try LedgerFixture("2024-02-29")
    try shop.buy("premium.yearly")

    try shop.advance(to: "2032-02-29")

    #expect(
      shop.periods == [
        "2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29", "2029-02-28",
        "2030-02-28", "2031-02-28", "2032-02-29",
      ])
  }

  @Test func `a weekly plan counts the leap day`() throws {
    var shop = try LedgerFixture("2028-02-17")
    shop.sellWeekly()
    try shop.buy("weekly")

    try shop.advance(to: "2028-03-16")

    #expect(
      shop.periods == ["2028-02-17", "2028-02-24", "2028-03-02", "2028-03-09", "2028-03-16"])
  }

  @Test(arguments: [
    ("2026-01-31", 7, "2026-03-07", ["2026-04-07", "2026-05-07"]),
    ("2026-01-31", 1, "2026-03-01", ["2026-04-01", "2026-05-01"]),
    ("2026-01-31", 90, "2026-05-29", ["2026-06-29", "2026-07-29"]),
    ("2028-01-31", 3, "2028-03-03", ["2028-04-03", "2028-05-03"]),
  ])
  func `after an extension the months are counted from the new end`(
    begin: String, days: Int, end: String, later: [String]
  ) throws {
    var shop = try LedgerFixture(begin)
    try shop.buy("premium.plus")

    try shop.extend("premium.plus", days: days)

    try shop.advance(to: try #require(later.last))
    #expect(shop.periods == [begin, end] + later)
  }
}
