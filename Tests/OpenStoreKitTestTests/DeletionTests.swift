import Foundation
import Testing

@testable import OpenStoreKitTest

extension SKTestSessionTests {
  @Test @MainActor func `a test deletes a transaction, and the customer can buy again`()
    async throws
  {
    let session = try SKTestSession(contentsOf: .products)
    let car = try await session.buyProduct(identifier: "nonconsumable.car")
    let plan = try await session.buyProduct(identifier: "subscription.pro")

    try session.deleteTransaction(identifier: UInt(car.id))

    #expect(session.allTransactions().map(\.identifier) == [UInt(plan.id)])
    #expect(await Transaction.currentEntitlements.productIDs == ["subscription.pro"])
    #expect(await Transaction.latest(for: "nonconsumable.car") == nil)
    #expect(throws: SKTestError(.noTransactionFound)) {
      try session.deleteTransaction(identifier: UInt(car.id))
    }
    #expect(try await session.buyProduct(identifier: "nonconsumable.car").id > car.id)
  }

  @Test @MainActor func `with a plan's latest period its status is deleted`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let plan = try await session.buyProduct(identifier: "subscription.pro")
    let group = try #require(plan.subscriptionGroupID)

    try session.deleteTransaction(identifier: UInt(plan.id))

    #expect(try await Product.SubscriptionInfo.status(for: group).isEmpty)
    #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
  }
}
