import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// `pending_renewal_info` in each state of a subscription.
@Suite(.hangLimit) struct PendingRenewalInfoTests {
  private static let plan = "subscription.standard"
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  private func perform(_ command: OperatorCommand) async throws {
    _ = try await shop.store.perform(command)
  }

  private var reference: SubscriptionReference { .product(Self.plan, account: nil) }

  @Test func `an active plan renews as itself`() async throws {
    let id = try await shop.buy(Self.plan)[0].transactionId

    #expect(
      try await shop.pendingRenewal() == [
        "auto_renew_product_id": Self.plan, "auto_renew_status": "1",
        "original_transaction_id": "\(id)", "product_id": Self.plan,
      ])
  }

  @Test func `a downgrade names the next plan, and disabled renewal is 0`() async throws {
    _ = try await shop.buy("subscription.premium")
    try await shop.backend.buy(Self.plan)
    let downgraded = try await shop.pendingRenewal()
    try await perform(
      .disableAutoRenew(subscription: .product("subscription.premium", account: nil)))

    #expect(downgraded["product_id"] == "subscription.premium")
    #expect(downgraded["auto_renew_product_id"] == Self.plan)
    #expect(try await shop.pendingRenewal()["auto_renew_status"] == "0")
    #expect(downgraded["expiration_intent"] == nil)
  }

  @Test func `a failed payment has a grace period, then retries, then ends`() async throws {
    try await perform(.setGracePeriod(gracePeriod: .days16))
    let end = try #require(try await shop.buy(Self.plan)[0].expiresDate)
    try await perform(.failBilling(subscription: reference))
    let before = try await shop.pendingRenewal()
    try await shop.fixture.advance("P1M")
    let grace = try await shop.pendingRenewal()
    try await shop.fixture.advance("P20D")
    let retry = try await shop.pendingRenewal()
    try await shop.fixture.advance("P60D")
    let ended = try await shop.pendingRenewal()

    #expect(before["is_in_billing_retry_period"] == nil && before["expiration_intent"] == nil)
    let graceEnd = end.addingTimeInterval(16 * 86_400).millisecondsSince1970
    #expect(grace["grace_period_expires_date_ms"] == "\(graceEnd)")
    #expect(grace["grace_period_expires_date"]?.hasSuffix("Etc/GMT") == true)
    #expect(grace["is_in_billing_retry_period"] == "1")
    #expect(retry["is_in_billing_retry_period"] == "1")
    #expect(retry["grace_period_expires_date_ms"] == nil)
    #expect(ended["is_in_billing_retry_period"] == "0")
    #expect([grace, retry, ended].map { $0["expiration_intent"] } == ["2", "2", "2"])
  }

  @Test func `a plan that the customer has cancelled ends by their choice`() async throws {
    _ = try await shop.buy(Self.plan)
    try await perform(.disableAutoRenew(subscription: reference))
    try await shop.fixture.advance("P1M")

    let ended = try await shop.pendingRenewal()

    #expect(ended["expiration_intent"] == "1" && ended["auto_renew_status"] == "0")
    #expect(ended["is_in_billing_retry_period"] == "0")
  }

  @Test func `a price increase has the status of the customer's consent`() async throws {
    _ = try await shop.buy(Self.plan)
    try await perform(.setPrice(productID: Self.plan, price: 9, policy: .askConsent))
    let asked = try await shop.pendingRenewal()
    try await perform(.answerPriceIncrease(subscription: reference, isAccepted: true))
    let agreed = try await shop.pendingRenewal()

    #expect(asked["price_consent_status"] == "0" && asked["price_increase_status"] == "0")
    #expect(agreed["price_consent_status"] == "1" && agreed["price_increase_status"] == "1")
  }
}
