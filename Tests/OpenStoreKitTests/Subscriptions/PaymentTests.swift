import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// Billing issues and price increases, from the message to the answer in its sheet.
@Suite(.hangLimit) struct PaymentTests {
  private static let group = "3F19ED53"
  private static let standard = SubscriptionReference.product("subscription.standard", account: nil)

  @Test(arguments: [GracePeriod.days16, .off])
  func `a customer resolves a billing problem, and the renewal comes as an update`(
    grace: GracePeriod
  ) async throws {
    let alice = try await Customer.subscriber(after: [
      .setGracePeriod(gracePeriod: grace), .failBilling(subscription: Self.standard),
    ])
    var messages = alice.session.messages().makeLimitedIterator()
    var updates = try await alice.listenToOpenStream()
    try await alice.store.advance("P1M1D")

    let message = try #require(await messages.next())
    #expect(message.reason == .billingIssue)
    #expect(await alice.owned() == (grace == .off ? [] : ["subscription.standard"]))
    try await alice.session.show(message)

    guard case .payment(let plans) = alice.sheets.subscriptionSheets.last else {
      throw FixtureError(text: "\(alice.sheets.subscriptionSheets)")
    }
    #expect(plans.map(\.state) == [grace == .off ? .inBillingRetryPeriod : .inGracePeriod])
    let renewal = try #require(await updates.next { $0.reason == .renewal })
    #expect(renewal.productID == "subscription.standard")
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.state == .subscribed && !plan.hasBillingIssue)
    #expect(await alice.owned() == ["subscription.standard"])
    #expect(try await alice.session.fixPayment() == .unchanged)
  }

  @Test func `before a payment is fixed, the store is shown the newest transaction`() async throws {
    let alice = try await Customer.subscriber(after: [.failBilling(subscription: Self.standard)])
    try await alice.store.advance("P1M1D")
    await alice.session.reconnect()
    alice.line.countAnew()

    _ = try await alice.session.fixPayment()

    let asked = alice.line.questions.filter { ["rollback", "customer command"].contains($0) }
    #expect(asked == ["rollback", "customer command"])
  }

  @Test func `a subscriber in billing retry is not eligible for an introductory offer`()
    async throws
  {
    let alice = try await Customer.subscriber(after: [.failBilling(subscription: Self.standard)])
    try await alice.store.advance("P1M1D")
    await alice.session.reconnect()

    #expect(await !alice.session.snapshot().isEligibleForIntroOffer(in: Self.group))
  }

  @Test(arguments: [true, false])
  func `a customer who is asked for consent agrees or declines in the sheet`(agrees: Bool)
    async throws
  {
    let sheets = ScriptedSheets(choosing: { agrees ? $0.actions.first : $0.actions.last })
    let alice = try await Customer.subscriber(
      after: [.requestPriceIncreaseConsent(subscription: Self.standard)], sheets: sheets)
    var messages = alice.session.messages().makeLimitedIterator()

    let message = try #require(await messages.next())
    #expect(message.reason == .priceIncreaseConsent)
    try await alice.session.show(message)

    guard case .priceIncrease(let asked) = sheets.subscriptionSheets.last else {
      throw FixtureError(text: "\(sheets.subscriptionSheets)")
    }
    #expect(asked.priceIncrease?.newPrice.display == "$2.99")
    #expect(asked.priceIncrease?.date == asked.expirationDate)
    let plan = try #require(try await alice.session.subscriptionPlans().first)
    #expect(plan.priceIncrease?.isAgreed == agrees)
    #expect(plan.willAutoRenew == agrees)
    #expect(try await alice.session.answerPriceIncrease(in: Self.group) == .unchanged)
  }
}
