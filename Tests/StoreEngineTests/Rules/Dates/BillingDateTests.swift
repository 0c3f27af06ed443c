import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The dates of renewals that fail, which were written by hand.
@Suite struct BillingDateTests {
  private struct Row: CustomTestStringConvertible {
    let plan: String
    let begin: String
    let grace: GracePeriod
    let failure: String
    /// `nil` without a grace period.
    let graceEnd: String?
    let retryEnd: String

    var testDescription: String { "\(plan), \(begin), grace \(grace.rawValue)" }
  }

  private static let table: [Row] = [
    row("premium.plus", "2026-01-31", .off, "2026-02-28", nil, "2026-04-29"),
    row("premium.plus", "2026-01-31", .days3, "2026-02-28", "2026-03-03", "2026-04-29"),
    row("premium.plus", "2026-01-31", .days16, "2026-02-28", "2026-03-16", "2026-04-29"),
    row("premium.plus", "2026-01-31", .days28, "2026-02-28", "2026-03-28", "2026-04-29"),
    // In a leap year.
    row("premium.plus", "2028-01-31", .off, "2028-02-29", nil, "2028-04-29"),
    row("premium.plus", "2027-12-31", .days28, "2028-01-31", "2028-02-28", "2028-03-31"),
    row("premium.plus", "2028-01-20", .days16, "2028-02-20", "2028-03-07", "2028-04-20"),
    // Over the end of a year.
    row("premium.plus", "2026-11-15", .days28, "2026-12-15", "2027-01-12", "2027-02-13"),
    row("premium.yearly", "2025-03-01", .days16, "2026-03-01", "2026-03-17", "2026-04-30"),
    row("weekly", "2026-01-01", .off, "2026-01-08", nil, "2026-03-09"),
    row("weekly", "2026-01-01", .days3, "2026-01-08", "2026-01-11", "2026-03-09"),
    row("weekly", "2026-01-01", .days16, "2026-01-08", "2026-01-14", "2026-03-09"),
    row("weekly", "2026-01-01", .days28, "2026-01-08", "2026-01-14", "2026-03-09"),
  ]

  private static func row(
    _ plan: String, _ begin: String, _ grace: GracePeriod, _ failure: String, _ graceEnd: String?,
    _ retryEnd: String
  ) -> Row {
    Row(
      plan: plan, begin: begin, grace: grace, failure: failure, graceEnd: graceEnd,
      retryEnd: retryEnd)
  }

  @Test(arguments: table)
  private func `grace and retry are counted from the day on which the renewal failed`(
    row: Row
  ) throws {
    var shop = try Self.failingShop(row)

    try shop.advance(to: "2029-01-01")

    let expected: [(String, String)] =
      [("DID_FAIL_TO_RENEW", row.failure)]
      + (row.graceEnd.map { [("GRACE_PERIOD_EXPIRED", $0)] } ?? [])
      + [("EXPIRED", row.retryEnd)]
    #expect(shop.notified.dropFirst().map(\.type) == expected.map(\.0))
    #expect(shop.notified.dropFirst().map(\.day) == expected.map(\.1))
    #expect(shop.subscription?.expirationIntent == .billingError)
    #expect(shop.periods == [row.begin], "nothing was charged")
  }

  @Test(arguments: table)
  private func `a subscriber has access until the last moment of grace`(row: Row) throws {
    var shop = try Self.failingShop(row)
    guard let graceEnd = row.graceEnd else {
      try shop.advance(to: row.failure)
      #expect(shop.subscription?.grantsAccess == false)
      return
    }

    shop.advance(to: try LedgerFixture.date(graceEnd).addingTimeInterval(-0.001))
    #expect(shop.subscription?.grantsAccess == true)

    try shop.advance(to: graceEnd)
    #expect(shop.subscription?.grantsAccess == false)
    #expect(shop.subscription?.isActive == true)
  }

  @Test(arguments: [
    // In grace the cycle is kept, and so is the 31st.
    ("premium.plus", "2026-01-31", GracePeriod.days16, "2026-02-28", "2026-02-28", "2026-03-31"),
    ("premium.plus", "2026-01-31", .days16, "2026-03-10", "2026-02-28", "2026-03-31"),
    ("premium.plus", "2026-01-31", .days16, "2026-03-15T23:59:59Z", "2026-02-28", "2026-03-31"),
    ("premium.plus", "2026-01-31", .days28, "2026-03-27", "2026-02-28", "2026-03-31"),
    // From the end of grace on, a new cycle begins with the recovery.
    ("premium.plus", "2026-01-31", .days16, "2026-03-16", "2026-03-16", "2026-04-16"),
    ("premium.plus", "2026-01-31", .days3, "2026-03-31", "2026-03-31", "2026-04-30"),
    ("premium.plus", "2026-01-31", .off, "2026-02-28", "2026-02-28", "2026-03-28"),
    ("premium.plus", "2026-01-31", .off, "2026-04-28T23:59:59Z", "2026-04-28", "2026-05-28"),
    ("premium.yearly", "2025-03-01", .days16, "2026-03-10", "2026-03-01", "2027-03-01"),
    ("premium.yearly", "2025-03-01", .off, "2026-03-10", "2026-03-10", "2027-03-10"),
    ("weekly", "2026-01-01", .days28, "2026-01-13", "2026-01-08", "2026-01-15"),
    ("weekly", "2026-01-01", .days3, "2026-01-13", "2026-01-13", "2026-01-20"),
  ])
  func `a payment that is fixed begins a period`(
    plan: String, begin: String, grace: GracePeriod, recovered: String, newBegin: String,
    newEnd: String
  ) throws {
    var shop = try Self.failingShop(Self.row(plan, begin, grace, "", nil, ""))
    try shop.advance(to: recovered)

    try shop.recoverBilling(plan)

    #expect(shop.periods == [begin, newBegin])
    #expect(shop.subscription.map { LedgerFixture.day($0.expirationDate) } == newEnd)
    #expect(shop.transactions.last?.reason == .renewal)
    #expect(shop.notified.last.map { "\($0.type) \($0.subtype)" } == "DID_RENEW BILLING_RECOVERY")
    shop.advance(to: try #require(shop.subscription?.expirationDate))
    #expect(shop.periods == [begin, newBegin, newEnd], "and the plan renews as ever")
  }

  @Test func `after 60 days there is nothing left to resolve`() throws {
    var shop = try Self.failingShop(Self.table[0])
    try shop.advance(to: "2026-04-29")

    #expect(throws: StoreError.notSubscribed(productID: "premium.plus", account: nil)) {
      try shop.recoverBilling("premium.plus")
    }
  }

  private static func failingShop(_ row: Row) throws -> LedgerFixture {
    var shop = try LedgerFixture(row.begin)
    shop.sellWeekly()
    shop.snapshot.rules.gracePeriod = row.grace
    try shop.buy(row.plan)
    try shop.failBilling(row.plan)
    return shop
  }
}
