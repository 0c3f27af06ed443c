import AppStorePayloads
import StoreAPI
import StoreEngine
import Testing

/// Invariant 7 of Subscription.swift: one introductory offer for each group.
@Suite struct IntroductoryOfferEligibilityTests {
  private func plan(_ id: String) throws -> StoreSubscription {
    try #require(CatalogueSnapshot.test.products[id]?.subscription)
  }

  @Test func `7: a first subscription has the plan's offer, if there is one`() throws {
    let eligibility = IntroductoryOfferEligibility(nil)

    #expect(try eligibility.offer(of: plan("pro"))?.discountType == .payUpFront)
    #expect(try eligibility.offer(of: plan("premium.plus")) == nil)
  }

  @Test func `7: a customer has one offer in a group, even after a refund`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let id = try shop.buy("pro").transactionID
    try shop.refund(id)

    let eligibility = IntroductoryOfferEligibility(shop.subscription)

    #expect(try eligibility.offer(of: plan("standard")) == nil)
    #expect(
      IntroductoryOfferEligibility.usedGroups(Array(shop.ledger.subscriptions.values))
        == ["navigation"])
  }

  @Test
  func `7: a customer who subscribed without an offer may have it after the end, and not before`()
    throws
  {
    var shop = try LedgerFixture("2026-01-01")
    try shop.buy("premium.plus")

    #expect(try IntroductoryOfferEligibility(shop.subscription).offer(of: plan("pro")) == nil)
    try shop.expire("premium.plus")

    let eligibility = IntroductoryOfferEligibility(shop.subscription)
    #expect(try eligibility.offer(of: plan("pro"))?.type == .introductory)
    #expect(
      IntroductoryOfferEligibility.usedGroups(Array(shop.ledger.subscriptions.values)) == [])
  }
}
