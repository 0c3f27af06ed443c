import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite struct PurchaseTests {
  @Test func `a car can be bought once`() async throws {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")

    let first = try await alpha.buy("nonconsumable.car").purchase()
    let second = try await alpha.buy("nonconsumable.car").purchase()

    #expect(!first.alreadyOwned)
    #expect(second.alreadyOwned)
    #expect(try first.transaction().transactionId == second.transaction().transactionId)
    #expect(try await fixture.engine.transactions(account: nil).value.count == 1)
  }
}
