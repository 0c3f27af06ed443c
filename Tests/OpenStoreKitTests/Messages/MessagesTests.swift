import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct MessagesTests {
  private static let group = "3F19ED53"

  /// A customer of a store that wins subscribers of Standard back, until their plan ends.
  private func lapsing() async throws -> Customer {
    let store = try await StoreFixture.make(catalogue: .winningBack("subscription.standard"))
    let alice = try await Customer.onNewDevice(of: store)
    try await alice.buy("subscription.standard").transaction().finish()
    _ = try await alice.session.setAutoRenew(false, in: Self.group)
    return alice
  }

  @Test func `a lapsed subscriber is notified of a win-back offer once, and takes it in the sheet`()
    async throws
  {
    let alice = try await lapsing()
    var messages = alice.session.messages().makeLimitedIterator()
    var updates = try await alice.listenToOpenStream()

    try await alice.store.advance("P2M")

    let message = try #require(await messages.next())
    #expect(message.reason == .winBackOffer)
    try await alice.session.show(message)
    #expect(alice.sheets.shown.last?.terms.offer?.id == "comeback")
    let back = await updates.next { $0.offer?.type == .winBack }
    #expect(back?.offer?.id == "comeback")
    #expect(await alice.owned() == ["subscription.standard"])
  }

  @Test func `a message that is no longer relevant shows nothing`() async throws {
    let alice = try await lapsing()
    var messages = alice.session.messages().makeLimitedIterator()
    try await alice.store.advance("P2M")
    let message = try #require(await messages.next())
    try await alice.otherDevice().buy("subscription.pro")
    await alice.session.reconnect()
    let shown = alice.sheets.shown.count

    try await alice.session.show(message)

    #expect(alice.sheets.shown.count == shown)
    #expect(alice.sheets.subscriptionSheets.count == 1)
  }

  @Test func `every listener gets a message, and a later one does not get it again`() async throws {
    let alice = try await lapsing()
    var first = alice.session.messages().makeLimitedIterator()
    var second = alice.session.messages().makeLimitedIterator()
    try await alice.store.advance("P2M")

    #expect(await first.next()?.reason == .winBackOffer)
    #expect(await second.next()?.reason == .winBackOffer)
    let messages = alice.session.pendingMessages
    let later = messages.addListener()
    messages.markReady(later)
    #expect(messages.next(for: later) == nil)
  }

  @Test func `a message that nobody has received waits for the next loop, and none comes twice`()
    async throws
  {
    let alice = try await lapsing()
    // Its iterator is released without having asked for a message.
    do { _ = alice.session.messages().makeAsyncIterator() }
    try await alice.store.advance("P2M")

    #expect(try await nextReason(for: alice) == .winBackOffer)
    try await alice.buy("subscription.standard").transaction().finish()
    _ = try await alice.store.engine.perform(
      .requestPriceIncreaseConsent(
        subscription: .product("subscription.standard", account: nil)))
    #expect(
      try await nextReason(for: alice) == .priceIncreaseConsent, "and not the first one again")
  }

  @Test func `a price that is asked again in a period is notified again, though nobody listened`()
    async throws
  {
    let sheets = ScriptedSheets(choosing: { sheet in
      if case .priceIncrease = sheet.content { sheet.actions.last } else { sheet.actions.first }
    })
    let alice = try await Customer.onNewDevice(sheets: sheets)
    try await alice.buy("subscription.standard").transaction().finish()
    let standard = SubscriptionReference.product("subscription.standard", account: nil)
    _ = try await alice.store.engine.perform(.requestPriceIncreaseConsent(subscription: standard))

    #expect(try await nextReason(for: alice) == .priceIncreaseConsent)
    #expect(try await alice.session.answerPriceIncrease(in: Self.group) == .changed)
    _ = try await alice.store.engine.perform(.enableAutoRenew(subscription: standard))
    #expect(try await nextReason(for: alice) == .priceIncreaseConsent)
  }

  /// Listens until a message comes, and returns its reason.
  private func nextReason(for alice: Customer) async throws -> Message.Reason? {
    try await limited("a message") { [session = alice.session] in
      for await message in session.messages() { return message.reason }
      return nil
    }
  }

  @Test func `without a listener no sheet opens by itself`() async throws {
    let alice = try await lapsing()
    _ = try await alice.listenToOpenStream()
    try await alice.store.advance("P2M")
    await alice.session.reconnect()

    #expect(alice.sheets.shown.count == 1, "the purchase of Standard")
    #expect(alice.sheets.subscriptionSheets.count == 1, "turning renewal off")
  }

  @Test func `an order with an offer that is not the customer's is refused by StoreKit's errors`()
    async throws
  {
    let store = try await StoreFixture.make(catalogue: .winningBack("subscription.standard"))
    let alice = try await Customer.onNewDevice(of: store)
    let standard = try await alice.product("subscription.standard")
    let offer = try #require(standard.subscription?.winBackOffers.first)

    await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
      try await alice.buy("subscription.standard", options: [.winBackOffer(offer)])
    }
    await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
      try await alice.buy("subscription.pro", options: [.winBackOffer(offer)])
    }
    await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
      try await alice.buy(
        "subscription.pro", options: [.introductoryOfferEligibility(compactJWS: "a.b.c")])
    }
    #expect(alice.line.orders.isEmpty)
  }
}
