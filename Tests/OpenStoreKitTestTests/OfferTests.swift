import Foundation
import OpenStoreKit
import OpenStoreKitTest
import Testing

extension SKTestSessionTests {
  /// Offers that a test redeems outside the app.
  @Suite struct OfferTests {
    @Test func `a promotional offer needs no signature, and only subscribers can have it`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      func redeem() async throws -> Transaction {
        try await session.buyProduct(
          identifier: "subscription.pro", options: [.promotionalOffer(id: "pro.three.months")])
      }
      await #expect(throws: Product.PurchaseError.ineligibleForOffer) { try await redeem() }
      try await session.buyProduct(identifier: "subscription.premium")

      let upgraded = try await redeem()

      #expect(upgraded.offer?.id == "pro.three.months")
      #expect(upgraded.offer?.type == .promotional)
      #expect(upgraded.price == Decimal(string: "2.49"))
    }
  }
}
