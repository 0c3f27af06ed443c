import StoreAPI
import StoreEngine
import Testing

/// What customers whose renewal is off are told about a higher price.
///
/// The numbers and letters are those of PriceIncrease.swift.
@Suite struct PriceIncreaseWhileRenewalIsOffTests {
  private func shop(_ policy: PriceChangePolicy) throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.disableAutoRenew("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "3.99", policy)
    return shop
  }

  @Test(arguments: [PriceChangePolicy.inform, .askConsent])
  func `e: nobody is told, and nobody can answer`(policy: PriceChangePolicy) throws {
    var shop = try shop(policy)

    #expect(shop.subscription?.priceIncrease != nil)
    #expect(try shop.renewalInfo().priceIncreaseStatus == nil)
    #expect(shop.notified.filter { $0.type == "PRICE_INCREASE" } == [])
    #expect(throws: StoreFault.noPriceIncrease("premium.plus")) {
      try shop.answerPriceIncrease("premium.plus", isAccepted: true)
    }
    try shop.advance(to: "2026-02-15")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test func `2, 5, 7, e: the customer is asked when they turn renewal on`() throws {
    var shop = try shop(.askConsent)

    try shop.enableAutoRenew("premium.plus")

    #expect(try shop.renewalInfo().priceIncreaseStatus == .pending)
    #expect(shop.notified.last?.type == "PRICE_INCREASE")
    #expect(shop.notified.last?.subtype == "PENDING")
    try shop.advance(to: "2026-02-15")
    #expect(shop.subscription?.expirationIntent == .didNotConsentToPriceIncrease)
    #expect(shop.prices == ["3.49"])
  }

  @Test func `1, 6, e: a price that needs no consent is paid after renewal is turned on`() throws {
    var shop = try shop(.inform)

    try shop.enableAutoRenew("premium.plus")

    #expect(try shop.renewalInfo().priceIncreaseStatus == .agreed)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.99"])
  }

  @Test func `4, e: a price that was declined says so while renewal is off`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)

    try shop.answerPriceIncrease("premium.plus", isAccepted: false)

    #expect(try shop.renewalInfo().priceIncreaseStatus == .pending)
  }
}
