import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The numbers and letters are those of PriceIncrease.swift.
@Suite struct PriceIncreaseTests {
  private var shop: LedgerFixture

  init() throws { shop = try .withPremiumPlus() }

  @Test mutating func `1, 6: a subscriber who is informed pays the new price from the next period`()
    throws
  {
    try shop.setPrice(of: "premium.plus", to: "3.99")

    #expect(shop.priceIncreaseStatus == .agreed)
    #expect(shop.notifiedSincePurchase == ["PRICE_INCREASE ACCEPTED"])
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.99"])
    #expect(shop.subscription?.priceIncrease == nil)
  }

  @Test mutating func `2, 3, 6: a subscriber who agrees pays the new price`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)
    #expect(shop.priceIncreaseStatus == .pending)

    try shop.answerPriceIncrease("premium.plus", isAccepted: true)

    #expect(shop.priceIncreaseStatus == .agreed)
    #expect(shop.notifiedSincePurchase == ["PRICE_INCREASE PENDING", "PRICE_INCREASE ACCEPTED"])
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.99"])
  }

  @Test mutating func `2, 7, a: a subscriber who does not answer is charged nothing more`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    try shop.advance(to: "2026-02-15")

    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease)
    #expect(shop.prices == ["3.49"])
    #expect(shop.notifiedSincePurchase == ["PRICE_INCREASE PENDING", "EXPIRED PRICE_INCREASE"])
  }

  @Test mutating func `4, 8, a: a subscriber who declines has access until the period ends`() throws
  {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    try shop.answerPriceIncrease("premium.plus", isAccepted: false)

    #expect(shop.priceIncreaseStatus == .declined)
    #expect(shop.subscription?.willAutoRenew == false)
    #expect(shop.subscription?.grantsAccess == true)
    try shop.advance(to: "2026-02-15")
    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease)
    #expect(shop.prices == ["3.49"])
    #expect(
      shop.notifiedSincePurchase == [
        "PRICE_INCREASE PENDING", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
        "EXPIRED PRICE_INCREASE",
      ])
  }

  @Test mutating func `4: who declines while their renewal has failed is not tried again`()
    throws
  {
    shop.snapshot.rules.gracePeriod = .days16
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    try shop.answerPriceIncrease("premium.plus", isAccepted: false)

    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease)
    #expect(
      shop.notifiedSincePurchase.suffix(2) == [
        "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED", "EXPIRED PRICE_INCREASE",
      ])
    #expect(shop.subscription?.grantsAccess == false)
  }

  @Test mutating func `5: renewal that is turned on again asks again`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)
    try shop.answerPriceIncrease("premium.plus", isAccepted: false)

    try shop.enableAutoRenew("premium.plus")

    #expect(shop.priceIncreaseStatus == .pending)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49"], "turning renewal on is no consent")
  }

  @Test mutating func `9: ordering the plan again agrees to the price of its quote`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)
    try shop.answerPriceIncrease("premium.plus", isAccepted: false)
    let quote = try shop.quote("premium.plus")
    #expect("\(quote.renewalPrice ?? 0)" == "3.99")

    try shop.buy("premium.plus", quote: quote)

    #expect(shop.priceIncreaseStatus == .agreed)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.99"])
  }

  @Test mutating func `10: a price that was to rise and is taken back no longer asks anybody`()
    throws
  {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    try shop.setPrice(of: "premium.plus", to: "3.49")

    #expect(shop.priceIncreaseStatus == nil)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test mutating func `11: another plan begins, and nobody is asked about the old one`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    try shop.buy("pro")

    #expect(shop.subscription?.priceIncrease == nil)
    try shop.advance(to: "2026-02-15")
    #expect(shop.subscription?.productID == "pro")
    #expect(shop.subscription?.isActive == true)
  }

  @Test mutating func `11: a chosen change answers nothing, and the old plan is not charged`()
    throws
  {
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)
    try shop.buy("standard")

    #expect(shop.subscription?.priceIncrease == nil)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "0.99"])
    #expect(shop.subscription?.priceIncrease == nil)
  }

  @Test mutating func `b: an offer that covers the next period needs no answer yet`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium")
    try shop.setPrice(of: "premium", to: "3.99", .askConsent)

    try shop.advance(to: "2026-03-15")

    #expect(shop.prices == ["0.99", "0.99", "0.99"])
    #expect(shop.subscription?.priceIncrease?.status == .pending)
    try shop.advance(to: "2026-04-15")
    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease)
  }

  @Test mutating func `a second rise is measured against the price that was agreed`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99", .askConsent)

    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    #expect(shop.priceIncreaseStatus == .pending, "3.99 is more than the 3.49 that was agreed")
    #expect("\(shop.subscription?.priceIncrease?.price ?? 0)" == "3.99")
  }

  @Test mutating func `a request asks one subscriber at the price of the catalogue`() throws {
    try shop.requestPriceIncreaseConsent("premium.plus")

    #expect(shop.priceIncreaseStatus == .pending)
    try shop.answerPriceIncrease("premium.plus", isAccepted: true)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.49"])
  }

  @Test mutating func `an answer that nobody waits for is refused`() throws {
    #expect(throws: StoreError.noPriceIncrease(productID: "premium.plus")) {
      try shop.answerPriceIncrease("premium.plus", isAccepted: true)
    }
  }

  @Test mutating func `the period that is running keeps its price`() throws {
    try shop.setPrice(of: "premium.plus", to: "3.99")

    #expect(shop.prices == ["3.49"])
    let quote = try shop.quote("pro")
    guard case .upgrade(_, let refund, _) = quote.effect else {
      Issue.record("\(quote)")
      return
    }
    #expect("\(refund)" == "2.48", "22 of 31 days of 3.49")
  }
}
