import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Testing

/// Price changes after a higher price was agreed.
///
/// The numbers and letters are those of PriceIncrease.swift.
@Suite struct AgreedPriceTests {
  private var shop: LedgerFixture

  init() throws { shop = try .withPremiumPlus() }

  @Test(arguments: [
    NextPrice("4.49", .inform, next: "4.49"), NextPrice("4.49", .askConsent, next: "4.49"),
    NextPrice("4.49", .preserve, next: "4.49"), NextPrice("5.99", .inform, next: "5.99"),
    NextPrice("5.99", .preserve, next: "4.99"),
  ])
  func `14: a higher price that was agreed stays agreed at what is paid next`(
    change: NextPrice
  ) throws {
    var shop = shop
    try shop.setPrice(of: "premium.plus", to: "4.99")

    try shop.setPrice(of: "premium.plus", to: change.price, change.policy)

    #expect(try shop.renewalInfo().priceIncreaseStatus == .agreed)
    #expect("\(shop.subscription?.priceIncrease?.price ?? 0)" == change.next)
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", change.next])
    #expect(shop.subscription?.priceIncrease == nil)
  }

  @Test mutating func `14: a second rise is still one from the price that is paid`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99")
    try shop.setPrice(of: "premium.plus", to: "5.99")

    try shop.setPrice(of: "premium.plus", to: "3.99")

    #expect(shop.priceIncreaseStatus == .agreed)
    try shop.setPrice(of: "premium.plus", to: "3.49")
    #expect(shop.priceIncreaseStatus == nil)
  }

  @Test mutating func `2, a: a rise that asks is one from the price that was agreed`() throws {
    try shop.setPrice(of: "premium.plus", to: "4.99")

    try shop.setPrice(of: "premium.plus", to: "5.99", .askConsent)

    #expect(shop.priceIncreaseStatus == .pending)
    try shop.setPrice(of: "premium.plus", to: "4.99")
    try shop.advance(to: "2026-02-15")
    #expect(shop.prices == ["3.49", "4.99"])
  }

  @Test mutating func `14: an agreed price that falls while a renewal at it waits is over`() throws
  {
    try shop.setPrice(of: "premium.plus", to: "4.99")
    shop.snapshot.rules.renewalsFail = true
    try shop.advance(to: "2026-02-05")

    try shop.setPrice(of: "premium.plus", to: "4.49")
    try shop.recoverBilling("premium.plus")

    #expect(shop.prices == ["3.49", "4.99"])
    #expect(shop.priceIncreaseStatus == nil)
    #expect(try shop.renewalInfo().renewalPrice == 4490)
  }

  @Test
  mutating func `preserving the price of the present plan says nothing of the next plan`() throws {
    try shop.buy("standard")
    try shop.setPrice(of: "standard", to: "1.99", .askConsent)

    try shop.setPrice(of: "premium.plus", to: "4.99", .preserve)

    #expect(
      shop.notifiedSincePurchase == ["DID_CHANGE_RENEWAL_PREF DOWNGRADE", "PRICE_INCREASE PENDING"])
    #expect(shop.subscription?.preservedPrices.keys.sorted() == ["premium.plus"])
  }
}

/// A price change after one to 4.99, and what the next period costs.
struct NextPrice: Sendable {
  let price: String
  let policy: PriceChangePolicy
  let next: String

  init(_ price: String, _ policy: PriceChangePolicy, next: String) {
    self.price = price
    self.policy = policy
    self.next = next
  }
}
