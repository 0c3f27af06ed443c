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
    alice.session.withState { $0.customer.link.state } == .online
  }

  @Test func `a store that cannot be shown the newest transaction sells`() async throws {
    let alice = try await customer()

    let bought = try await alice.buy("consumable.fuel.octane87").transaction()

    #expect(bought.productID == "consumable.fuel.octane87")
    #expect(alice.line.questions.contains("rollback"))
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
