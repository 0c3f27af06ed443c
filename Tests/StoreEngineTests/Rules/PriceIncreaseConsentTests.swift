import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// When subscribers must agree to a higher price.
@Suite struct PriceIncreaseConsentTests {
  /// One increase, and whether it is above the threshold.
  struct Row: CustomTestStringConvertible {
    var country = "USA"
    var from: String
    var to: String
    var period = "P1M"
    /// `nil` if subscribers need only be informed.
    var limit: String?

    var testDescription: String { "\(country): \(from) → \(to) every \(period)" }
  }

  @Test(arguments: [
    Row(from: "4.99", to: "9.99"),
    Row(from: "4.99", to: "10", limit: "5"),
    Row(from: "20", to: "30"),
    Row(from: "20", to: "30.01", limit: "5"),
    Row(from: "0.99", to: "5.99"),
    Row(from: "0", to: "5"),
    Row(from: "0", to: "5.01", limit: "5"),
    Row(from: "9.99", to: "4.99"),
    Row(from: "9.99", to: "9.99"),
    Row(from: "10", to: "60", period: "P1Y"),
    Row(from: "10", to: "60.01", period: "P1Y", limit: "50"),
    Row(from: "10", to: "60.01", period: "P12M", limit: "50"),
    Row(from: "10", to: "16", period: "P6M", limit: "5"),
    Row(from: "1", to: "7", period: "P1W", limit: "5"),
    Row(country: "FRA", from: "4.99", to: "9.49"),
    Row(country: "FRA", from: "4.99", to: "9.50", limit: "4.5"),
    Row(country: "JPN", from: "800", to: "1580"),
    Row(country: "JPN", from: "800", to: "1581", limit: "780"),
    Row(country: "JPN", from: "800", to: "8601", period: "P1Y", limit: "7800"),
  ])
  func `an increase by more than half and by more than the threshold needs consent`(row: Row) throws
  {
    let consent = try consent(in: row.country)
    let (price, currency) = (try #require(Decimal(string: row.from)), consent.storefront.currency)

    let requirement = consent.requirement(
      from: price, to: try #require(Decimal(string: row.to)),
      every: try #require(Period(row.period)), lastIncrease: nil)

    let limit = try row.limit.map { try #require(Decimal(string: $0)) }
    #expect(
      requirement == limit.map { .aboveThreshold(price: price, limit: $0, currency: currency) })
  }

  @Test func `every storefront's currency has a threshold of its own`() throws {
    let month = try #require(Period("P1M"))
    for storefront in StorefrontList.all where storefront.currency != "USD" {
      let limit = PriceIncreaseConsent.threshold(in: storefront.currency, every: month)
      #expect(limit != 5 && limit > 0, "\(storefront.currency)")
    }
  }

  @Test func `a second increase within a year needs consent, however small it is`() throws {
    let last = try LedgerFixture.date("2027-12-01")
    for (day, isNeeded) in [("2028-11-30", true), ("2028-12-01", false)] {
      let consent = try consent(on: day)
      let requirement = consent.requirement(
        from: 10, to: 10.5, every: .months(1), lastIncrease: last)
      #expect(requirement == (isNeeded ? .secondIncrease(date: last) : nil), "\(day)")
      #expect(
        consent.requirement(from: 10, to: 9, every: .months(1), lastIncrease: last) == nil)
    }
  }

  @Test func `at an accelerated time rate the year is twelve months of a subscription`() throws {
    let last = try LedgerFixture.date("2026-01-01")
    for (seconds, isNeeded) in [(3599.0, true), (3600, false)] {
      let consent = PriceIncreaseConsent(
        storefront: .unitedStates, now: last + seconds, timeRate: .monthlyRenewalEveryFiveMinutes)
      let requirement = consent.requirement(
        from: 10, to: 10.5, every: .months(1), lastIncrease: last)
      #expect((requirement != nil) == isNeeded)
    }
  }

  @Test(arguments: ["DEU", "POL"])
  func `where the law asks for it, every increase needs consent`(country: String) throws {
    let consent = try consent(in: country)

    let small = consent.requirement(from: 5, to: 5.01, every: .months(1), lastIncrease: nil)
    #expect(small == .law(storefront: country))
    #expect(consent.requirement(from: 5, to: 4, every: .months(1), lastIncrease: nil) == nil)
  }

  @Test func `a subscriber whose price was kept is not informed of a large increase`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "9.99", .preserve)
    var new = shop.snapshot
    new.products["premium.plus"]?.price = 10
    let consent = try consent()
    let others = try LedgerFixture.withPremiumPlus()

    #expect(
      throws: StoreError.consentRequired(
        productID: "premium.plus",
        requirement: .aboveThreshold(price: Decimal(milliunits: 3490), limit: 5, currency: "USD"))
    ) { try shop.ledger.checkPriceIncreases(from: shop.snapshot, to: new, consent) }
    #expect(throws: Never.self) {
      try others.ledger.checkPriceIncreases(from: new, to: shop.snapshot, consent)
    }
  }

  private func consent(
    in country: String = "USA", on day: String = "2026-06-01"
  ) throws -> PriceIncreaseConsent {
    PriceIncreaseConsent(
      storefront: try #require(StorefrontList.named(country)), now: try LedgerFixture.date(day),
      timeRate: .realTime)
  }
}
