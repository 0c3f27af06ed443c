import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite(.hangLimit) struct PurchaseTests {
  @Test func `a transaction is signed once in the purchases, so that a device verifies it once`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.pro")

    let purchases = try await alpha.purchases().value

    #expect(purchases.latest.count == 1)
    #expect(purchases.subscriptions.map(\.signedTransaction) == purchases.latest)
  }

  @Test func `two engines on one file sell a car once and use no transaction ID twice`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let otherEngine = try await fixture.another()
    let second = try await otherEngine.backend(
      for: registration.token, instance: InstanceID(UUID()))
    let products = ["nonconsumable.car", "consumable.fuel.octane87", "subscription.pro"]

    let ids = try await withThrowingTaskGroup(of: TransactionID.self) { group in
      for round in 0..<24 {
        let backend = round % 2 == 0 ? alpha : second
        group.addTask { try await backend.buy(products[round % 3]).transaction().transactionId }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(Set(ids).count == 8 + 2, "eight tanks of fuel, a car and a plan")
    #expect(Set(ids).max() == TransactionID(rawValue: 1_000_000_010))
  }
}
