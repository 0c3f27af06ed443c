import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// Agreed prices when the storefront gets another currency.
@Suite struct CurrencyTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  @Test mutating func `a price that a subscriber keeps ends, without a notification`() throws {
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "5.49", .preserve)
    let notified = shop.notified.count
    #expect(shop.subscription?.preservedPrices.count == 1)

    shop.endAgreedPrices()

    #expect(shop.subscription?.preservedPrices == [:])
    #expect(shop.notified.count == notified)
    try shop.advance(to: "2026-02-01")
    #expect(shop.prices == ["3.49", "5.49"], "the catalogue's price, in its currency")
  }

  @Test mutating func `a question about a price ends, and the plan renews`() throws {
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "5.49", .askConsent)
    #expect(shop.subscription?.priceIncrease?.status == .pending)

    shop.endAgreedPrices()

    #expect(shop.subscription?.priceIncrease == nil)
    try shop.advance(to: "2026-02-01")
    #expect(shop.prices == ["3.49", "5.49"])
  }

  @Test mutating func `an upgrade's refund is not quoted in another currency than it was paid in`()
    throws
  {
    try shop.buy("premium.plus")
    #expect(try shop.quotedRefund(of: "pro") == Decimal(string: "3.49"))

    shop.snapshot.products["pro"]?.currency = "EUR"

    #expect(try shop.quotedRefund(of: "pro") == 0)
  }

  /// The introductory offer of `premium` is 0.99 for three months.
  @Test mutating func `the rest of an offer costs what the offer costs in the new storefront`()
    throws
  {
    try shop.buy("premium")
    let notified = shop.notified.count

    shop.sellForYen(offer: 120)

    #expect(shop.subscription?.term.offer?.offer.price == 120)
    #expect(shop.subscription?.term.offer?.remainingPeriods == 2)
    #expect(shop.notified.count == notified)
    try shop.advance(to: "2026-04-01")
    #expect(shop.prices == ["0.99", "120", "120", "300"])
    #expect(shop.transactions.map(\.storefront.currency) == ["USD", "JPY", "JPY", "JPY"])
  }

  @Test
  mutating func `the rest of an offer a plan no longer has keeps its number, in the new digits`()
    throws
  {
    try shop.buy("premium")

    shop.sellForYen(offer: nil)

    #expect(shop.subscription?.term.offer?.offer.price == 1)
    try shop.advance(to: "2026-03-01")
    #expect(shop.prices == ["0.99", "1", "1"])
  }

  @Test mutating func `a renewal at an offer's price that has failed costs the offer's new price`()
    throws
  {
    try shop.buy("premium")
    try shop.failBilling("premium")
    try shop.advance(to: "2026-02-03")
    #expect(shop.subscription?.isInBillingRetry == true)

    shop.sellForYen(offer: 120)
    try shop.recoverBilling("premium")

    #expect(shop.prices == ["0.99", "120"])
  }

  @Test mutating func `a plan whose refund is taken back goes on at the offer's new price`() throws
  {
    try shop.buy("premium")
    let id = try #require(shop.transactions.last?.id)
    try shop.refund(id)

    shop.sellForYen(offer: 120)
    try shop.perform(.reverseRefund(transactionID: id))

    #expect(shop.subscription?.isActive == true)
    #expect(shop.subscription?.term.offer?.offer.price == 120)
  }

  @Test mutating func `a subscriber without agreed prices has no event`() throws {
    try shop.buy("premium.plus")
    #expect(shop.endAgreedPrices() == [])
  }
}

extension LedgerFixture {
  /// Opens Japan's storefront, with other prices of `premium`.
  fileprivate mutating func sellForYen(offer: Decimal?) {
    snapshot.storefront = NaiveCurrency.yen.storefront
    for id in snapshot.products.keys { snapshot.products[id]?.currency = "JPY" }
    snapshot.products["premium"]?.price = 300
    if let offer {
      snapshot.products["premium"]?.subscription?.introductoryOffer?.price = offer
    } else {
      snapshot.products["premium"]?.subscription?.introductoryOffer = nil
    }
    endAgreedPrices()
  }

  /// The refund in the quote of an upgrade.
  fileprivate func quotedRefund(of productID: String) throws -> Decimal? {
    let quote = try ledger.quote(productID, quantity: 1, at: now, in: snapshot)
    guard case .upgrade(_, let refund, _) = quote.effect else { return nil }
    return refund
  }
}
