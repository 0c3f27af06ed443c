import Foundation
import Testing

@testable import OpenStoreKitTest

extension SKTestSessionTests {
  @Test @MainActor func `a plan that a test buys in the past has renewed until now`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let date = try session.now.addingTimeInterval(-70 * 86_400)

    let first = try await session.buyProduct(
      identifier: "subscription.standard", options: [.purchaseDate(date)])

    #expect(abs(first.purchaseDate.timeIntervalSince(date)) < 0.001)
    #expect(session.allTransactions().count == 3)
    let group = try #require(first.subscriptionGroupID)
    let status = try #require(try await Product.SubscriptionInfo.status(for: group).first)
    #expect(status.state == .subscribed)
    #expect(try status.transaction.payloadValue.originalID == first.id)
  }

  @Test @MainActor func `one that is cancelled at once has expired, and the future is refused`()
    async throws
  {
    let session = try SKTestSession(contentsOf: .products)
    let now = try session.now

    let first = try await session.buyProduct(
      identifier: "subscription.standard",
      options: [
        .purchaseDate(now.addingTimeInterval(-70 * 86_400), renewalBehavior: .cancelImmediately)
      ])

    #expect(session.allTransactions().map(\.identifier) == [UInt(first.id)])
    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    await #expect(throws: StoreKitError.self) {
      try await session.buyProduct(
        identifier: "nonconsumable.car", options: [.purchaseDate(now.addingTimeInterval(3600))])
    }
  }
}
