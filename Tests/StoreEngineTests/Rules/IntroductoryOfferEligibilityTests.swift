import StoreAPI
import StoreEngine
import Testing

/// Invariant 7 of Subscription.swift: one introductory offer for each group.
@Suite struct IntroductoryOfferEligibilityTests {
  private func plan(_ id: String) throws -> StoreSubscription {
    try #require(Market.test.products[id]?.subscription)
  }

  @Test func `7: who never subscribed begins with the plan's offer, if it has one`() throws {
    let eligibility = IntroductoryOfferEligibility(nil)

    #expect(try eligibility.offer(of: plan("pro"))?.discountType == .payUpFront)
    #expect(try eligibility.offer(of: plan("premium.plus")) == nil)
  }

  @Test func `7: who had an offer has none in that group again, also after a refund`() throws {
    var shop = try LedgerFixture("2026-01-01")
    let id = try shop.buy("standard").transactionID
    try shop.refund(id)

    let eligibility = IntroductoryOfferEligibility(shop.subscription)

    #expect(try eligibility.offer(of: plan("pro")) == nil)
    #expect(
      IntroductoryOfferEligibility.usedGroups(Array(shop.ledger.subscriptions.values))
        == ["navigation"])
  }

  @Test func `7: who subscribed without an offer has it after the end, and not before`() throws {
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
