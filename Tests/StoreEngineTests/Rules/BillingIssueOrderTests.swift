import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// Orders of customers whose renewal fails.
///
/// The numbers and letters are those of BillingIssue.swift.
@Suite struct BillingIssueOrderTests {
  private func shop(grace: GracePeriod) throws -> LedgerFixture {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.gracePeriod = grace
    try shop.buy("premium.plus")
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-05")
    return shop
  }

  @Test func `in grace the current plan is owned, and nothing is charged`() throws {
    var shop = try shop(grace: .days16)

    #expect(try shop.quote("premium.plus").effect == .alreadyOwned)
    #expect(try shop.buy("premium.plus").alreadyOwned)
    #expect(shop.prices == ["3.49"])
    #expect(shop.subscription?.isInGracePeriod == true)
  }

  @Test func `11: in grace an upgrade is charged at once, without a refund, and ends the issue`()
    throws
  {
    var shop = try shop(grace: .days16)

    try shop.buy("pro")

    #expect(shop.prices == ["3.49", "4.99"])
    #expect(shop.refunded == 0, "the period is over")
    #expect(shop.subscription?.billingIssue == nil)
    #expect(shop.notified.last?.subtype == "UPGRADE")
  }

  @Test func `11: a period that ended as soon as it began has nothing to refund`() throws {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.gracePeriod = .days16
    try shop.buy("premium.plus")
    try shop.failBilling("premium.plus")
    try shop.renew("premium.plus")

    try shop.buy("pro")

    #expect(shop.refunded == 0)
    #expect(shop.balance == "8.48")
  }

  @Test func `in grace a downgrade waits until the payment is fixed`() throws {
    var shop = try shop(grace: .days16)

    #expect(try shop.buy("standard").scheduled)
    #expect(shop.subscription?.isInGracePeriod == true)
    try shop.recoverBilling("premium.plus")

    #expect(shop.subscription?.productID == "standard")
    #expect(shop.prices == ["3.49", "0.99"])
    #expect(shop.periods == ["2026-01-01", "2026-02-01"])
  }

  @Test(arguments: ["premium.plus", "pro", "standard", "premium.yearly"])
  func `11: in retry any plan begins now in the same chain, without an introductory offer`(
    plan: String
  ) throws {
    var shop = try shop(grace: .off)
    let price = shop.snapshot.products[plan]?.price

    try shop.buy(plan)

    #expect(shop.subscription?.productID == plan)
    #expect(shop.periods == ["2026-01-01", "2026-02-05"])
    #expect(shop.transactions.last?.price == price)
    #expect(shop.transactions.last?.period?.offer == nil)
    #expect(Set(shop.transactions.map(\.originalID)).count == 1)
    #expect(shop.subscription?.billingIssue == nil)
    #expect(
      shop.subscription.map { LedgerFixture.day($0.recentSubscriptionStartDate) } == "2026-01-01")
  }

  @Test func `9: turning renewal off in grace ends the service at once`() throws {
    var shop = try shop(grace: .days16)

    try shop.disableAutoRenew("premium.plus")

    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
    #expect(shop.subscription?.grantsAccess == false)
  }

  @Test func `9: a period that is over is not cut short when the operator ends a retry`() throws {
    var shop = try shop(grace: .off)

    try shop.expire("premium.plus")

    #expect(
      shop.subscription.map { LedgerFixture.day($0.expirationDate) } == "2026-02-01")
    #expect(shop.subscription?.expirationIntent == .autoRenewDisabled)
  }

  @Test func `10: a refund in grace revokes the subscription`() throws {
    var shop = try shop(grace: .days16)

    try shop.refund(try #require(shop.subscription?.transactionID))

    #expect(shop.subscription?.revocationDate == shop.now)
    #expect(shop.subscription?.billingIssue == nil)
    #expect(shop.subscription?.grantsAccess == false)
  }

  @Test func `a: a failure that is reported again moves nothing`() throws {
    var shop = try shop(grace: .days16)
    let before = shop.subscription

    try shop.failBilling("premium.plus")
    shop.snapshot.rules.gracePeriod = .days28
    try shop.advance(to: "2026-02-06")

    #expect(shop.subscription == before)
  }

  @Test func `d: a free period begins although the payment fails, and the paid one after it fails`()
    throws
  {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.products["trial"] = .plan("trial", level: 3, price: "0")
    try shop.buy("trial")
    shop.snapshot.rules.renewalsFail = true

    try shop.advance(to: "2026-03-15")

    #expect(shop.periods == ["2026-01-01", "2026-02-01", "2026-03-01"])
    try shop.setPrice(of: "trial", to: "0.99")
    try shop.advance(to: "2026-04-15")
    #expect(shop.subscription?.isInBillingRetry == true)
  }

  @Test func `2, 7: while all renewals of the store fail, a fixed payment is charged once`() throws
  {
    var shop = try LedgerFixture("2026-01-01")
    shop.snapshot.rules.renewalsFail = true
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-02-10")
    #expect(shop.subscription?.isInBillingRetry == true)

    try shop.recoverBilling("premium.plus")

    #expect(shop.periods == ["2026-01-01", "2026-02-10"])
    try shop.advance(to: "2026-03-11")
    #expect(shop.subscription?.isInBillingRetry == true, "the next renewal fails again")
  }

  @Test func `6: a plan that is no longer for sale is not charged once the payment method works`()
    throws
  {
    var shop = try shop(grace: .days16)
    shop.snapshot.products["premium.plus"] = nil

    try shop.recoverBilling("premium.plus")

    #expect(shop.subscription?.expirationIntent == .productUnavailable)
    #expect(shop.prices == ["3.49"])
  }
}
