import Foundation
import StoreAPI
import StoreEngine
import Testing

/// What becomes of agreed money if the storefront gets another currency.
@Suite struct CurrencyTests {
  @Test func `a price that a subscriber keeps ends, without a notification`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "5.49", .preserve)
    let told = shop.notified.count
    #expect(shop.subscription?.preservedPrices.count == 1)

    shop.endAgreedPrices()

    #expect(shop.subscription?.preservedPrices == [:])
    #expect(shop.notified.count == told)
    try shop.advance(to: "2026-02-01")
    #expect(shop.prices == ["3.49", "5.49"], "the market's price, in its currency")
  }

  @Test func `a question about a price ends, and the plan renews`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "5.49", .askConsent)
    #expect(shop.subscription?.priceIncrease?.status == .pending)

    shop.endAgreedPrices()

    #expect(shop.subscription?.priceIncrease == nil)
    try shop.advance(to: "2026-02-01")
    #expect(shop.prices == ["3.49", "5.49"])
  }

  @Test func `an upgrade's refund is not quoted in another currency than it was paid in`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    #expect(try shop.quotedRefund(of: "pro") == Decimal(string: "3.49"))

    shop.market.products["pro"]?.currency = "EUR"

    #expect(try shop.quotedRefund(of: "pro") == 0)
  }

  @Test func `a subscriber without agreed prices has no event`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    #expect(shop.endAgreedPrices() == [])
  }
}

extension LedgerFixture {
  /// The refund in the quote of an upgrade.
  fileprivate func quotedRefund(of productID: String) throws -> Decimal? {
    let quote = try ledger.quote(productID, quantity: 1, at: now, in: market)
    guard case .upgrade(_, let refund, _) = quote.effect else { return nil }
    return refund
  }
}
