import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

/// What is different at a store of production.
@Suite(.hangLimit) struct ProductionTests {
  @Test func `in production an app cannot simulate that an order waits for approval`() async throws
  {
    let store = try await StoreFixture.make(environment: .production)
    let phone = try await store.device("phone").backend
    let order = Order(
      key: OrderKey(UUID()), productID: "nonconsumable.car", simulatesAskToBuy: true)

    let bought = try await phone.purchase(order).transaction()

    #expect(bought.productId == "nonconsumable.car" && bought.environment == .production)
  }
}
