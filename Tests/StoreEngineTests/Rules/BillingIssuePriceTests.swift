import Foundation
import StoreAPI
import StoreEngine
import Testing

/// What a mended payment charges after the price has risen.
///
/// The numbers and letters are those of PriceIncrease.swift, those after "billing" of
/// BillingIssue.swift.
@Suite struct BillingIssuePriceTests {
  /// A subscriber at 3.49 whose renewal of 1 February failed.
  private func shop(grace: GracePeriod, _ policy: PriceChangePolicy) throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    shop.market.gracePeriod = grace
    try shop.buy("premium.plus")
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")
    try shop.setPrice(of: "premium.plus", to: "5.99", policy)
    return shop
  }

  @Test(arguments: [
    (GracePeriod.days16, "2026-02-01", "2026-03-01"), (.off, "2026-02-05", "2026-03-05"),
  ])
  func `12, a, billing 6, 7: it is charged the price of its day, and the question stays`(
    grace: GracePeriod, begin: String, end: String
  ) throws {
    var shop = try shop(grace: grace, .askConsent)
    #expect(try shop.renewalInfo().renewalPrice == 3490)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "3.49"])
    #expect(shop.periods == ["2026-01-01", begin])
    #expect(shop.subscription?.priceIncrease?.status == .pending)
    #expect(shop.notified.last?.type == "DID_RENEW")
    #expect(shop.notified.last?.subtype == "BILLING_RECOVERY")
    #expect(try shop.renewalInfo().renewalPrice == 5990)
    try shop.advance(to: end)
    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease, "7")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test func `12, 3, 6: the period after it has the price to which the customer agrees then`()
    throws
  {
    var shop = try shop(grace: .days16, .askConsent)
    try shop.recoverBilling("premium.plus")

    try shop.answerPriceIncrease("premium.plus", isAccepted: true)

    try shop.advance(to: "2026-03-10")
    #expect(shop.prices == ["3.49", "3.49", "5.99"])
    #expect(shop.subscription?.priceIncrease == nil)
  }

  @Test(arguments: [GracePeriod.days16, .off])
  func `3, 6: a customer who agrees before they pay is charged the new price`(grace: GracePeriod)
    throws
  {
    var shop = try shop(grace: grace, .askConsent)
    try shop.answerPriceIncrease("premium.plus", isAccepted: true)
    #expect(try shop.renewalInfo().renewalPrice == 5990)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "5.99"])
    #expect(shop.subscription?.priceIncrease == nil)
  }

  @Test func `1, 6: a rise that needs no consent is charged by the mended payment`() throws {
    var shop = try shop(grace: .days16, .inform)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "5.99"])
  }

  @Test func `12: a change that waits costs its own previous price, and is asked about later`()
    throws
  {
    var shop = try shop(grace: .days16, .askConsent)
    try shop.buy("standard")
    try shop.setPrice(of: "standard", to: "1.99", .askConsent)

    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "0.99"])
    #expect(shop.subscription?.priceIncrease?.productID == "standard")
    #expect(shop.subscription?.priceIncrease?.status == .pending)
  }

  @Test func `12: a failed renewal at an offer's price is charged at it`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium")
    try shop.failBilling("premium")
    try shop.advance(to: "2026-02-05")
    try shop.setPrice(of: "premium", to: "5.99", .askConsent)

    try shop.recoverBilling("premium")

    #expect(shop.prices == ["0.99", "0.99"])
    #expect(shop.subscription?.priceIncrease?.status == .pending)
  }
}
