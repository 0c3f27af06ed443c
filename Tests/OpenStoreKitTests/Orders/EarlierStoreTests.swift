import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// A store of an earlier version, which does not know what this one asks.
@Suite(.hangLimit) struct EarlierStoreTests {
  private func customer() async throws -> Customer {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    alice.line.condition = .earlierVersion
    alice.line.countAnew()
    return alice
  }

  private func isOnline(_ alice: Customer) -> Bool {
    alice.session.customer.withLock { $0.link.state } == .online
  }

  @Test func `a store that cannot be shown the newest transaction sells`() async throws {
    let alice = try await customer()

    let bought = try await alice.buy("consumable.fuel.octane87").transaction()

    #expect(bought.productID == "consumable.fuel.octane87")
    #expect(alice.line.questions.contains("rollback"))
  }

  @Test func `a store that does not say what an order has changed is asked for it`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .earlierVersion
    let product = try await alice.product("nonconsumable.car")
    let updates = try await alice.listenToOpenStream()

    let outcome = try await alice.session.purchase(product)
    await (try outcome.transaction()).finish()

    #expect(alice.line.questions == ["quote", "purchase", "purchases", "finish"])
    #expect(await alice.owned() == ["nonconsumable.car"])
    withExtendedLifetime(updates) {}
  }

  @Test func `a store that does not say what it sells is asked for products each time`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .earlierVersion
    let updates = try await alice.listenToOpenStream()

    for _ in 1...2 {
      #expect(try await alice.session.currentProducts(for: ["nonconsumable.car"]).count == 1)
    }

    #expect(alice.line.questions == ["products", "products"])
    withExtendedLifetime(updates) {}
  }

  @Test func `a store that sends a renewal without its subscription is asked for it`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let plan = try await alice.buy("subscription.standard").transaction()
    await plan.finish()
    alice.line.condition = .earlierVersion
    var statuses = alice.session.statusUpdates().makeLimitedIterator()
    var updates = alice.listen()
    try await alice.otherDevice().buy("nonconsumable.car")
    #expect(await updates.nextProduct() == "nonconsumable.car")
    alice.line.countAnew()

    try await alice.store.advance("P1M")

    let renewal = try #require(await updates.next()).payloadValue
    #expect(renewal.purchaseDate == plan.expirationDate)
    #expect(try await statuses.next()?.transaction.payloadValue == renewal)
    #expect(await alice.owned() == ["nonconsumable.car", "subscription.standard"])
    #expect(alice.line.questions.contains("purchases"))
    try await alice.endRenewal()
    #expect(try await statuses.next()?.renewalInfo.payloadValue.willAutoRenew == false)
  }

  @Test func `a question that the store does not know does not make it unreachable`() async throws {
    let alice = try await customer()

    await alice.session.detectRollback()
    #expect(isOnline(alice))
    await #expect(throws: StoreError.self) { try await alice.session.productIDsForSale() }
    #expect(isOnline(alice))
    #expect(alice.line.questions == ["rollback", "productIDs"])
  }
}
