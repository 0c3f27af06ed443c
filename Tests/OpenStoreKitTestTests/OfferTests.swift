import Foundation
import OpenStoreKit
import OpenStoreKitTest
import TestSupport
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
      let arrival = try await limited("the car in the updates") { await arrivals.value }
      #expect(arrival?.unsafePayloadValue.id == car.id)
      await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
        try await session.buyProduct(
          identifier: "nonconsumable.racecar", options: [.codeOffer(referenceName: "nothing")])
      }
    }

    @Test(arguments: ["journal.monthly", "journal.yearly"])
    func `of two plans with an offer of one name, the code is that of the plan that is bought`(
      plan: String
    ) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).storekit")
      try Self.twoPlans.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      let session = try SKTestSession(contentsOf: file)

      let bought = try await session.buyProduct(
        identifier: plan, options: [.codeOffer(referenceName: "spring")])

      #expect(bought.productID == plan)
      #expect(bought.price == 0)
      #expect(bought.offer?.id == "spring" && bought.offer?.type == .code)
    }

    private static let twoPlans = """
      {"subscriptionGroups": [{"id": "journal", "name": "Journal", "subscriptions": [
        {"productID": "journal.monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
         "groupNumber": 2, "recurringSubscriptionPeriod": "P1M", "codeOffers": [\(spring)]},
        {"productID": "journal.yearly", "type": "RecurringSubscription", "displayPrice": "49.99",
         "groupNumber": 1, "recurringSubscriptionPeriod": "P1Y", "codeOffers": [\(spring)]}]}]}
      """

    private static let spring = """
      {"internalID": "S", "referenceName": "spring", "paymentMode": "free", "numberOfPeriods": 1,
       "subscriptionPeriod": "P1M", "isStackable": true, "eligibility": ["new"]}
      """
  }
}
