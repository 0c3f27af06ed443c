import Foundation
import StoreAPI
import StoreOperatorAPI
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
    ("4.49", PriceChangePolicy.inform, PriceChangeCounts(increased: 1)),
    ("4.49", .askConsent, PriceChangeCounts(consentRequested: 1)),
    ("4.49", .preserve, PriceChangeCounts(preserved: 1)),
    ("2.49", .askConsent, PriceChangeCounts(decreased: 1)),
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

    #expect(try effect(of: "4.49", .preserve) == PriceChangeCounts(preserved: 1))
    #expect(try effect(of: "4.49", .inform).total == 0)
  }

  @Test mutating func `a new price is compared with what the subscriber pays now`() throws {
    try shop.setPrice(of: "premium.plus", to: "5.99")

    #expect(try effect(of: "5.49", .inform) == PriceChangeCounts(increased: 1))
    #expect(try effect(of: "3.49", .inform).total == 0)
    #expect(try effect(of: "2.99", .inform) == PriceChangeCounts(decreased: 1))
    #expect(try effect(of: "6.99", .preserve) == PriceChangeCounts(preserved: 1))
  }

  @Test mutating func `who was asked about the next plan is spared, and not asked again`() throws {
    try shop.buy("standard")
    try shop.setPrice(of: "standard", to: "1.99", .askConsent)

    #expect(try effect(of: "4.49", .preserve) == PriceChangeCounts(preserved: 1))
  }

  @Test func `a plan that is not for sale has no next period to count`() throws {
    for policy in PriceChangePolicy.allCases {
      #expect(try effect(of: "4.49", policy, withdrawn: true).total == 0)
    }
  }

  @Test mutating func `a price that comes after an offer is not the next period's`() throws {
    shop = try LedgerFixture("2026-01-15")
    try shop.buy("premium")

    #expect(try effect(of: "4.49", on: "premium", .inform).total == 0)
    #expect(
      try effect(of: "4.49", on: "premium", .askConsent) == PriceChangeCounts(consentRequested: 1))
    try shop.advance(to: "2026-03-20")
    #expect(try effect(of: "4.49", on: "premium", .inform) == PriceChangeCounts(increased: 1))
  }

  private func effect(
    of price: String, on productID: String = "premium.plus", _ policy: PriceChangePolicy,
    withdrawn: Bool = false
  ) throws -> PriceChangeCounts {
    var new = shop.snapshot
    new.products[productID]?.price = try #require(Decimal(string: price))
    var sold = new
    if withdrawn { sold.products[productID] = nil }
    return shop.ledger.effect(
      ofPriceChangeFrom: shop.snapshot, to: new, selling: sold, policy: policy
    ).counts
  }
}
