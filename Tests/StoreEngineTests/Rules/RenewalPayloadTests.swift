import AppStorePayloads
import StoreEngine
import Testing

/// The signed payload of the next renewal.
@Suite struct RenewalPayloadTests {
  private var shop: LedgerFixture

  init() throws {
    shop = try LedgerFixture("2026-01-01")
    try shop.buy("pro")
  }

  private func payload() throws -> RenewalInfoPayload { try shop.renewalInfo() }

  @Test mutating func `a plan whose renewal is off has the plan and price that it would renew as`()
    throws
  {
    try shop.disableAutoRenew("pro")

    let payload = try payload()
    #expect(payload.autoRenewStatus == .off)
    #expect(payload.autoRenewProductId == "pro")
    #expect(payload.renewalPrice == 4990)
    #expect(payload.currency == "USD")
  }

  @Test mutating func `a plan whose renewal is off keeps the change that was chosen`() throws {
    try shop.buy("standard")
    try shop.disableAutoRenew("pro")

    let payload = try payload()
    #expect(payload.autoRenewProductId == "standard")
    #expect(payload.renewalPrice == 990)
  }

  @Test mutating func `a next plan that is not for sale has no price`() throws {
    shop.snapshot.products["pro"] = nil

    let payload = try payload()
    #expect(payload.autoRenewProductId == "pro")
    #expect(payload.renewalPrice == nil)
    #expect(payload.currency == nil)
  }

  @Test mutating func `an expired and a refunded plan name the next plan, and have no price`()
    throws
  {
    var refunded = shop
    try refunded.refund(refunded.transactions[0].id)
    #expect(try refunded.renewalInfo().autoRenewProductId == "pro")
    #expect(try refunded.renewalInfo().renewalPrice == nil)
    try shop.expire("pro")

    let payload = try payload()
    #expect(payload.autoRenewStatus == .off && payload.expirationIntent == .autoRenewDisabled)
    #expect(payload.autoRenewProductId == "pro")
    #expect(payload.renewalPrice == nil)
  }
}
