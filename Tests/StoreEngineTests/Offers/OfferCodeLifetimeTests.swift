import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

/// When an offer code ends.
@Suite struct OfferCodeLifetimeTests {
  /// A wished end of a code that is made on 31 August 2026, and its end.
  struct Row: CustomTestStringConvertible {
    var isCustom = false
    var wished: String?
    var end: String?

    var testDescription: String {
      "\(isCustom ? "custom" : "one-time") until \(wished ?? "no end")"
    }
  }

  @Test(arguments: [
    Row(wished: nil, end: "2027-02-28"),
    Row(wished: "2026-12-31", end: "2026-12-31"),
    Row(wished: "2027-02-28", end: "2027-02-28"),
    Row(isCustom: true, wished: nil, end: nil),
    Row(isCustom: true, wished: "2036-01-01", end: "2036-01-01"),
  ])
  func `a code that is redeemed once ends after six months, a custom one when it shall`(row: Row)
    throws
  {
    let lifetime = OfferCodeLifetime(
      madeDate: try LedgerFixture.date("2026-08-31"), isCustom: row.isCustom)
    let wished = try row.wished.map(LedgerFixture.date)

    try lifetime.check(wished)

    #expect(try lifetime.end(wished) == row.end.map(LedgerFixture.date))
  }

  @Test func `a later end is refused with the last one, and one that is past`() throws {
    let lifetime = OfferCodeLifetime(
      madeDate: try LedgerFixture.date("2026-08-31"), isCustom: false)

    #expect(
      throws: StoreError.invalidOfferCode(
        reason: "a code for one redemption expires after at most six months: choose a date up to "
          + "2027-02-28T00:00:00Z, or make a custom code, which may expire later")
    ) { try lifetime.check(try LedgerFixture.date("2027-03-01")) }
    #expect {
      try lifetime.check(lifetime.madeDate)
    } throws: { "\($0)".hasSuffix("is past on the store's clock: choose a later end") }
  }

  @Test func `a code of an earlier version, which has no end, ends after six months too`() throws {
    let lifetime = OfferCodeLifetime(
      madeDate: try LedgerFixture.date("2026-01-01"), isCustom: false)

    #expect(try lifetime.end(LedgerFixture.date("2040-01-01")) == LedgerFixture.date("2026-07-01"))
  }
}
