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

    @Test func `a code offer is redeemed by its name, and gives a car for free by its ID`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      let arrivals = Task {
        await Transaction.updates.first { $0.unsafePayloadValue.offer?.type == .code }
      }

      let car = try await session.buyProduct(
        identifier: "nonconsumable.car", options: [.codeOffer(referenceName: "nonconsumable.car")])

      #expect(car.price == 0)
      #expect(car.offer?.paymentMode == .oneTime)
      #expect(await arrivals.value?.unsafePayloadValue.id == car.id)
      await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
        try await session.buyProduct(
          identifier: "nonconsumable.racecar", options: [.codeOffer(referenceName: "nothing")])
      }
    }
  }
}
