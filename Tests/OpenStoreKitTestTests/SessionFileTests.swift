import Foundation
import OpenStoreKit
import OpenStoreKitTest
import PrivateFiles
import TestSupport
import Testing

extension SKTestSessionTests {
  /// Sessions of other files than SK Demo's.
  @Suite struct SessionFileTests {
    @Test func `a file in the package's tests is found by its name`() async throws {
      let session = try SKTestSession(configurationFileNamed: "journal")
      try await session.buyProduct(identifier: "daybook.monthly")
      #expect(session.allTransactions().map(\.productIdentifier) == ["daybook.monthly"])
    }

    @Test func `a reset puts back the rate of the file, whatever was set before`() throws {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "Fast.storekit")
      try Data(#"{"products": [], "settings": {"_timeRate": 15}}"#.utf8).write(to: file)
      let session = try SKTestSession(contentsOf: file)
      #expect(session.timeRate == .monthlyRenewalEveryThirtySeconds)
      let deprecated = try #require(SKTestSession.TimeRate(rawValue: 6))
      session.timeRate = deprecated
      session.disableDialogs = true
      #expect(session.timeRate == deprecated)

      session.resetToDefaultState()

      #expect(session.timeRate == .monthlyRenewalEveryThirtySeconds)
      #expect(!session.disableDialogs)
    }

    @Test
    func `products have their names in the session's locale, and an invalid locale is ignored`()
      async throws
    {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "Coins.storekit")
      try Data(
        #"""
        {"products": [
          {"productID": "coins", "type": "Consumable", "displayPrice": "0.99", "localizations": [
            {"locale": "en_US", "displayName": "Coins", "description": ""},
            {"locale": "de", "displayName": "Münzen", "description": ""}]}]}
        """#.utf8
      ).write(to: file)
      let session = try SKTestSession(contentsOf: file)

      var names: [String?] = []
      for locale in ["en_US", "de_DE", "xx"] {
        session.locale = Locale(identifier: locale)
        names.append(try await Product.products(for: ["coins"]).first?.displayName)
      }

      #expect(names == ["Coins", "Münzen", "Münzen"])
      #expect(session.locale == Locale(identifier: "de_DE"))
    }

    @Test(arguments: [("", "it is a folder."), ("NoSuchFile.storekit", "it does not exist.")])
    func `the error of a file that cannot be read says why`(name: String, reason: String) throws {
      let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
      let error = #expect(throws: SKTestError(.fileNotFound)) {
        try SKTestSession(contentsOf: url)
      }
      #expect(error?.localizedDescription.hasSuffix(reason) == true)
    }

    @Test func `a pipe is not a file, and nobody waits for its writer`() throws {
      let folder = try TemporaryFolder()
      let pipe = folder.url.appending(path: "Pipe.storekit")
      #expect(mkfifo(pipe.path, 0o600) == 0)

      let error = #expect(throws: SKTestError(.fileNotFound)) {
        try SKTestSession(contentsOf: pipe)
      }

      #expect(error?.localizedDescription.hasSuffix("it is a pipe, not a file.") == true)
    }

    @Test func `the rest of an offer costs what it costs in a new storefront, there and back`()
      async throws
    {
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "Offer.storekit")
      try Data(Self.productsWithOffer().utf8).write(to: file)
      let session = try SKTestSession(contentsOf: file)
      session.storefront = "JPN"
      let bought = try await session.buyProduct(identifier: "subscription.standard")

      var prices = [bought.price]
      for storefront in ["USA", "JPN"] {
        session.storefront = storefront
        let status = try #require(await bought.subscriptionStatus)
        prices.append(try status.renewalInfo.payloadValue.renewalPrice)
        try session.forceRenewalOfSubscription(productIdentifier: "subscription.standard")
        prices.append(await Transaction.latest(for: bought.productID)?.unsafePayloadValue.price)
      }

      let half = Decimal(string: "0.5")
      #expect(prices == [1, half, half, 1, 1])
    }

    /// SK Demo's catalogue, whose standard plan costs 0.50 in each of the first four months.
    private static func productsWithOffer() throws -> String {
      let text = try String(contentsOf: .products, encoding: .utf8)
      let none = #""introductoryOffer" : null"#
      try #require(text.contains(none))
      return text.replacing(
        none,
        with: #""introductoryOffer" : {"displayPrice" : "0.50", "internalID" : "F0","#
          + #""numberOfPeriods" : 4, "paymentMode" : "payAsYouGo", "subscriptionPeriod" : "P1M"}"#,
        maxReplacements: 1)
    }

    @Test func `a free trial is refunded, and its service ends`() async throws {
      let session = try SKTestSession(configurationFileNamed: "journal")
      var updates = Transaction.updates.makeLimitedIterator()
      let trial = try await session.buyProduct(identifier: "daybook.monthly")
      #expect(try await updates.next()?.payloadValue == trial)
      #expect(trial.price == 0)

      try session.refundTransaction(identifier: UInt(trial.id))

      let refunded = try #require(try await updates.next()?.payloadValue)
      #expect(refunded.id == trial.id)
      #expect(refunded.revocationDate != nil)
      #expect(await trial.subscriptionStatus?.state == .revoked)
      #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    }

    @Test func `the refund of a past trial leaves the paid plan as it is`() async throws {
      let session = try SKTestSession(configurationFileNamed: "journal")
      let trial = try await session.buyProduct(identifier: "daybook.monthly")
      try session.forceRenewalOfSubscription(productIdentifier: "daybook.monthly")

      try session.refundTransaction(identifier: UInt(trial.id))

      #expect(await trial.subscriptionStatus?.state == .subscribed)
      #expect(await Transaction.currentEntitlements.productIDs == ["daybook.monthly"])
      #expect(session.allTransactions().map { $0.cancelDate == nil } == [true, false])
    }

    @Test func `a product's entitlements are those that the customer has to it now`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      let products = try await Product.products(
        for: ["nonconsumable.car", "consumable.fuel.octane87"])
      let car = try #require(products.first { $0.id == "nonconsumable.car" })
      let fuel = try #require(products.first { $0.id != car.id })
      #expect(await car.currentEntitlements.productIDs.isEmpty)

      let bought = try await session.buyProduct(identifier: car.id)
      try await session.buyProduct(identifier: fuel.id)

      #expect(await car.currentEntitlements.productIDs == [car.id])
      #expect(await fuel.currentEntitlements.productIDs.isEmpty)
      try session.refundTransaction(identifier: UInt(bought.id))
      #expect(await car.currentEntitlements.productIDs.isEmpty)
    }
  }
}
