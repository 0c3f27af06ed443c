import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// The notifications of a higher price to customers whose renewal is off.
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
  func `e: nobody is notified, and nobody can answer`(policy: PriceChangePolicy) throws {
    var shop = try shop(policy)

    #expect(shop.subscription?.priceIncrease != nil)
    #expect(try shop.renewalInfo().priceIncreaseStatus == nil)
    #expect(shop.notified.filter { $0.type == "PRICE_INCREASE" } == [])
    #expect(throws: StoreError.noPriceIncrease(productID: "premium.plus")) {
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

    #expect(shop.notified.last?.type == "PRICE_INCREASE")
    #expect(shop.notified.last?.subtype == "ACCEPTED")
    #expect(try shop.renewalInfo().priceIncreaseStatus == .agreed)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.99"])
  }

  @Test(arguments: [false, true])
  func `15, a: a customer who turns renewal on agrees to the price that the sheet shows`(
    hasDeclined: Bool
  ) throws {
    var shop = try hasDeclined ? declined() : shop(.askConsent)
    #expect(try shop.renewalInfo().renewalPrice == 3990)

    try shop.turnRenewalOn(shown: "3.99")

    #expect(try shop.renewalInfo().priceIncreaseStatus == .agreed)
    #expect(
      shop.notified.suffix(2).map(\.subtype) == ["AUTO_RENEW_ENABLED", "ACCEPTED"])
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "3.99"])
  }

  @Test func `15: a customer who turns renewal on is notified of a price that needs no consent`()
    throws
  {
    var shop = try shop(.inform)

    try shop.turnRenewalOn(shown: "3.99")

    #expect(
      shop.notified.suffix(2).map(\.subtype) == ["AUTO_RENEW_ENABLED", "ACCEPTED"])
  }

  @Test
  func `9, e: a customer who orders the plan again is notified of a price that needs no consent`()
    throws
  {
    var shop = try shop(.inform)

    try shop.buy("premium.plus")

    #expect(
      shop.notified.suffix(2).map(\.subtype) == ["AUTO_RENEW_ENABLED", "ACCEPTED"])
  }

  @Test func `5, 15, b: a price that comes after an offer is asked about`() throws {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium")
    try shop.disableAutoRenew("premium")
    try shop.setPrice(of: "premium", to: "3.99", .askConsent)

    try shop.turnRenewalOn("premium", shown: "0.99")

    #expect(shop.subscription?.priceIncrease?.status == .pending)
    #expect(shop.notified.last?.subtype == "PENDING")
  }

  private func declined() throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")
    try shop.setPrice(of: "premium.plus", to: "3.99", .askConsent)
    try shop.answerPriceIncrease("premium.plus", isAccepted: false)
    return shop
  }

  @Test func `4, e: a price that was declined says so while renewal is off`() throws {
    let shop = try declined()

    #expect(try shop.renewalInfo().priceIncreaseStatus == .pending)
  }
}

extension LedgerFixture {
  /// Turns renewal on as the customer does in a sheet that shows this price.
  fileprivate mutating func turnRenewalOn(
    _ productID: String = "premium.plus", shown price: String
  ) throws {
    let command = CustomerCommand.enableAutoRenew(
      groupID: "navigation", productID: productID, price: Decimal(string: price))
    draft.record(
      try ledger.events(of: command, at: now, in: snapshot), at: now, in: snapshot)
  }
}
