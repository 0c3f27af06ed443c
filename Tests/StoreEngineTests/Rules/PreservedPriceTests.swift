import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The prices of customers whom a price change spares, and prices that fall.
///
/// The numbers and letters are those of PriceIncrease.swift.
@Suite struct PreservedPriceTests {
  private var shop: LedgerFixture

  init() throws { shop = try .withPremiumPlus() }

  @Test mutating func `c: a price change of the next plan leaves the preserved price of this one`()
    throws
  {
    try shop.setPrice(of: "premium.plus", to: "3.99", .preserve)
    try shop.buy("standard")
    try shop.setPrice(of: "standard", to: "1.99")
    try shop.buy("premium.plus")

    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test mutating func `10, c: a preserved price lasts as long as the plan`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99", .preserve)

    #expect(shop.priceIncreaseStatus == nil)
    #expect(shop.notifiedSincePurchase.isEmpty)
    try shop.advance(to: "2026-03-15")
    #expect(shop.prices == ["3.49", "3.49", "3.49"])
    #expect("\(try shop.quote("premium.plus").renewalPrice ?? 0)" == "3.49")
    try shop.disableAutoRenew("premium.plus")
    try shop.advance(to: "2026-05-15")
    try shop.buy("premium.plus")
    #expect(shop.prices.last == "3.99", "a new subscriber pays the price of today")
  }

  @Test mutating func `10: a price that falls needs no consent, whoever was to keep theirs`() throws
  {
    for policy in PriceChangePolicy.allCases {
      var shop = shop
      try shop.setPrice(of: "premium.plus", to: "2.49", policy)

      #expect(shop.subscription?.priceIncrease == nil)
      #expect(shop.subscription?.preservedPrices == [:])
      try shop.advance(to: "2026-02-15")
      #expect(shop.prices == ["3.49", "2.49"], "\(policy)")
    }
  }

  @Test(arguments: PriceChangePolicy.allCases)
  func `10, d: a price that falls leaves a preserved price that is still lower`(
    policy: PriceChangePolicy
  ) throws {
    var shop = shop
    try shop.setPrice(of: "premium.plus", to: "4.99", .preserve)

    try shop.setPrice(of: "premium.plus", to: "3.99", policy)

    #expect(shop.subscription?.priceIncrease == nil)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test mutating func `10: a price that falls below a preserved one is paid`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99", .preserve)

    try shop.setPrice(of: "premium.plus", to: "2.99", .preserve)

    #expect(shop.subscription?.preservedPrices == [:])
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "2.99"])
  }

  @Test mutating func `13, d: a question stays open if its price falls`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99", .askConsent)

    try shop.setPrice(of: "premium.plus", to: "3.99", .inform)

    #expect(shop.priceIncreaseStatus == .pending)
    #expect("\(shop.subscription?.priceIncrease?.price ?? 0)" == "3.99")
    #expect(shop.notifiedSincePurchase == ["PRICE_INCREASE PENDING", "PRICE_INCREASE PENDING"])
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49"], "nobody agreed")
  }

  @Test mutating func `13: a price that was declined and falls stays declined`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99", .askConsent)
    try shop.answerPriceIncrease("premium.plus", isAccepted: false)

    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    #expect(shop.priceIncreaseStatus == .declined)
    try shop.enableAutoRenew("premium.plus")
    #expect(shop.priceIncreaseStatus == .pending)
    #expect("\(shop.subscription?.priceIncrease?.price ?? 0)" == "3.99")
  }

  @Test mutating func `10: a fall that spares answers the question`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99", .askConsent)

    try shop.setPrice(of: "premium.plus", to: "3.99", .preserve)

    #expect(shop.priceIncreaseStatus == nil)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test mutating func `10, c: the present plan is spared too while another one is chosen`() throws {
    try shop.buy("standard")
    try shop.setPrice(of: "premium.plus", to: "3.99", .preserve)
    try shop.setPrice(of: "standard", to: "1.99", .preserve)
    #expect("\(try shop.quote("premium.plus").renewalPrice ?? 0)" == "3.49")
    var kept = shop

    try shop.buy("premium.plus")

    #expect(shop.notifiedSincePurchase.filter { $0.hasPrefix("PRICE") } == [])
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.49"])
    try kept.advance(to: "2026-03-15")
    #expect(kept.prices == ["3.49", "0.99", "0.99"])
    #expect(kept.subscription?.preservedPrices.keys.sorted() == ["standard"])
  }

  @Test mutating func `c: a chosen plan's price is lost when it is no longer chosen`() throws {
    try shop.buy("standard")
    try shop.setPrice(of: "standard", to: "1.99", .preserve)

    try shop.buy("premium.plus")
    #expect(shop.subscription?.preservedPrices == [:])
    #expect("\(try shop.quote("standard").renewalPrice ?? 0)" == "1.99")
    try shop.buy("standard")

    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "1.99"])
  }

  @Test(arguments: [PriceChangePolicy.inform, .askConsent])
  func `the present plan costs what its order says while another one is chosen`(
    policy: PriceChangePolicy
  ) throws {
    var shop = shop
    try shop.setPrice(of: "premium.plus", to: "3.99", .preserve)
    try shop.buy("standard")

    try shop.setPrice(of: "premium.plus", to: "4.99", policy)

    #expect(shop.subscription?.preservedPrices == [:])
    #expect("\(try shop.quote("premium.plus").renewalPrice ?? 0)" == "4.99")
  }

  @Test(arguments: [PriceChangePolicy.inform, .askConsent])
  func `d: a fall of the present plan's price leaves the lower price while another one is chosen`(
    policy: PriceChangePolicy
  ) throws {
    var shop = shop
    try shop.setPrice(of: "premium.plus", to: "4.99", .preserve)
    try shop.buy("standard")

    try shop.setPrice(of: "premium.plus", to: "3.99", policy)

    #expect("\(try shop.quote("premium.plus").renewalPrice ?? 0)" == "3.49")
  }
}
