import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

/// How subscriptions are counted when a price changes.
@Suite struct PriceChangeEffectTests {
  private var shop: LedgerFixture

  init() throws {
    shop = try LedgerFixture("2026-01-15")
    try shop.buy("premium.plus")
  }

  @Test(arguments: [
    ("4.49", PriceChangePolicy.inform, PriceChangeCounts(dearer: 1)),
    ("4.49", .askConsent, PriceChangeCounts(asked: 1)),
    ("4.49", .preserve, PriceChangeCounts(spared: 1)),
    ("2.49", .askConsent, PriceChangeCounts(cheaper: 1)),
    ("3.49", .inform, PriceChangeCounts()),
  ])
  func `a subscription is counted by what a new price means for it`(
    price: String, policy: PriceChangePolicy, counts: PriceChangeCounts
  ) throws {
    #expect(try effect(of: price, policy) == counts)
  }

  @Test mutating func `a subscription whose renewal is off is not counted`() throws {
    try shop.disableAutoRenew("premium.plus")

    #expect(try effect(of: "4.49", .askConsent).total == 0)
    #expect(try effect(of: "2.49", .inform).total == 0)
  }

  @Test mutating func `a subscriber who has chosen another plan is counted if the price is spared`()
    throws
  {
    try shop.buy("standard")

    #expect(try effect(of: "4.49", .preserve) == PriceChangeCounts(spared: 1))
    #expect(try effect(of: "4.49", .inform).total == 0)
  }

  private func effect(
    of price: String, _ policy: PriceChangePolicy
  ) throws -> PriceChangeCounts {
    var new = shop.market
    new.products["premium.plus"]?.price = try #require(Decimal(string: price))
    return shop.ledger.effect(ofPriceChangeFrom: shop.market, to: new, policy: policy).counts
  }
}
