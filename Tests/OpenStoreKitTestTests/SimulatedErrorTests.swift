import Foundation
import OpenStoreKit
import OpenStoreKitTest
import PrivateFiles
import Testing

extension SKTestSessionTests {
  /// Errors that a test lets StoreKit's calls fail with.
  @Suite struct SimulatedErrorTests {
    private func product(_ id: String) async throws -> Product {
      try #require(try await Product.products(for: [id]).first)
    }

    @Test func `products cannot be loaded, with the error that was chosen, until it is taken back`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)

      try await session.setSimulatedError(
        .generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)

      let error = await #expect(throws: StoreKitError.self) {
        try await Product.products(for: ["nonconsumable.car"])
      }
      guard case .networkError(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.code == .timedOut)
      guard case .generic(.networkError)? = await session.simulatedError(forAPI: .loadProducts)
      else {
        Issue.record("the session does not know what it simulates")
        return
      }
      try await session.setSimulatedError(nil, forAPI: .loadProducts)
      #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
      _ = try await product("nonconsumable.car")
    }

    @Test func `a customer can have bought what an app cannot load`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)

      let car = try await session.buyProduct(identifier: "nonconsumable.car")

      #expect(await Transaction.latest(for: "nonconsumable.car")?.unsafePayloadValue == car)
      await #expect(throws: StoreKitError.self) { try await product("nonconsumable.car") }
    }

    @Test func `a purchase fails and charges nothing, also with an error of its own`() async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      let car = try await product("nonconsumable.car")

      try await session.setSimulatedError(
        SKTestFailures.Purchase.purchase(.purchaseNotAllowed),
        forAPI: StoreKitPurchaseAPI.purchase)

      await #expect(throws: Product.PurchaseError.purchaseNotAllowed) { try await car.purchase() }
      try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
      let error = await #expect(throws: StoreKitError.self) { try await car.purchase() }
      guard case .userCancelled? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(session.allTransactions().isEmpty)
      try await session.setSimulatedError(nil, forAPI: .purchase)
      _ = try await car.purchase()
      #expect(session.allTransactions().count == 1)
    }

    @Test func `what was bought cannot be verified`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      _ = try await session.buyProduct(identifier: "nonconsumable.car")

      try await session.setSimulatedError(.invalidSignature, forAPI: .verification)

      let latest = await Transaction.latest(for: "nonconsumable.car")
      guard case .unverified(let car, .invalidSignature)? = latest else {
        Issue.record("\(String(describing: latest))")
        return
      }
      #expect(car.productID == "nonconsumable.car")
      #expect(await session.simulatedError(forAPI: .verification) == .invalidSignature)
      try await session.setSimulatedError(nil, forAPI: .verification)
      #expect(try await Transaction.latest(for: "nonconsumable.car")?.payloadValue == car)
    }

    @Test func `a refund cannot be asked for, and nothing is given back`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      let car = try await session.buyProduct(identifier: "nonconsumable.car")

      try await session.setSimulatedError(.refundRequest(.failed), forAPI: .refundRequest)

      await #expect(throws: Transaction.RefundRequestError.failed) {
        try await car.beginRefundRequest(in: session)
      }
      guard case .refundRequest(.failed)? = await session.simulatedError(forAPI: .refundRequest)
      else {
        Issue.record("the session does not know what it simulates")
        return
      }
      try await session.setSimulatedError(.generic(.unsupported), forAPI: .refundRequest)
      await #expect(throws: StoreKitError.self) { try await car.beginRefundRequest(in: session) }
      #expect(
        try await Transaction.latest(for: "nonconsumable.car")?.payloadValue.revocationDate == nil)
      try await session.setSimulatedError(nil, forAPI: .refundRequest)
      #expect(try await car.beginRefundRequest(in: session) == .success)
    }

    @Test func `each of the other calls fails alone`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      let plan = try await session.buyProduct(identifier: "subscription.standard")
      let group = try #require(plan.subscriptionGroupID)

      try await session.setSimulatedError(.generic(.notEntitled), forAPI: .subscriptionStatus)
      await #expect(throws: StoreKitError.self) {
        try await Product.SubscriptionInfo.status(for: group)
      }
      _ = try await AppTransaction.shared
      try await session.setSimulatedError(.generic(.unknown), forAPI: .appTransaction)
      await #expect(throws: StoreKitError.self) { try await AppTransaction.shared }
      try await AppStore.sync()
      try await session.setSimulatedError(.generic(.unsupported), forAPI: .appStoreSync)
      await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
      try await session.setSimulatedError(.generic(.unknown), forAPI: .manageSubscriptions)
      await #expect(throws: StoreKitError.self) {
        try await AppStore.showManageSubscriptions(in: session)
      }
      try await session.setSimulatedError(.generic(.notEntitled), forAPI: .offerCodeRedeem)
      await #expect(throws: StoreKitError.self) {
        try await AppStore.presentOfferCodeRedeemSheet(in: session)
      }
      guard case .generic(.notEntitled)? = await session.simulatedError(forAPI: .offerCodeRedeem)
      else {
        Issue.record("the session does not know what it simulates")
        return
      }
      _ = try await product("nonconsumable.car")

      session.resetToDefaultState()

      #expect(try await Product.SubscriptionInfo.status(for: group).count == 1)
      _ = try await AppTransaction.shared
      try await AppStore.sync()
    }

    @Test(
      arguments: [
        (SKError.Code.unknown, nil), (.invalidOfferIdentifier, .invalidOfferIdentifier),
        (.invalidSignature, .invalidOfferSignature), (.missingOfferParams, .missingOfferParameters),
        (.invalidOfferPrice, .invalidOfferPrice),
      ] as [(SKError.Code, Product.PurchaseError?)])
    func `purchases fail as the older switches say`(
      code: SKError.Code, expected: Product.PurchaseError?
    ) async throws {
      let session = try SKTestSession(contentsOf: .products)
      let car = try await product("nonconsumable.car")
      #expect(!session.failTransactionsEnabled)

      session.failTransactionsEnabled = true
      session.failureError = code

      #expect(session.failTransactionsEnabled && session.failureError == code)
      let error = await #expect(throws: (any Error).self) { try await car.purchase() }
      #expect(error as? Product.PurchaseError == expected)
      #expect((error is StoreKitError) == (expected == nil))
      session.failTransactionsEnabled = false
      _ = try await car.purchase()
    }

    @Test func `a file's switches hold from the start, and after a reset`() async throws {
      let session = try SKTestSession(
        settings:
          #""_failTransactionsEnabled": true, "_storeKitError": 14, "_disableDialogs": true"#)
      let car = try await product("nonconsumable.car")

      for _ in 1...2 {
        #expect(session.failTransactionsEnabled && session.failureError == .invalidOfferPrice)
        #expect(session.disableDialogs)
        await #expect(throws: Product.PurchaseError.invalidOfferPrice) { try await car.purchase() }
        session.failTransactionsEnabled = false
        session.failureError = .unknown
        session.disableDialogs = false
        session.resetToDefaultState()
      }
    }

    @Test func `a file's listed errors hold from the start, call by call`() async throws {
      let session = try SKTestSession(
        settings: #"""
          "_storeKitErrors": [
            {"name": "Purchase", "enabled": true, "current": {"index": 1, "type": "purchase"}},
            {"name": "App Store Sync", "enabled": true, "current": {"index": 2, "type": "generic"}},
            {"name": "Load Products", "enabled": false, "current": {"index": 2, "type": "generic"}}]
          """#)
      let car = try await product("nonconsumable.car")

      await #expect(throws: Product.PurchaseError.productUnavailable) { try await car.purchase() }
      #expect(
        !session.failTransactionsEnabled, "it fails with an error that the older switch has not")
      let error = await session.simulatedError(forAPI: .appStoreSync)
      guard case .generic(.networkError)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}

extension SKTestSession {
  /// A session of SK Demo's catalogue with these settings in its file.
  fileprivate convenience init(settings: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "Switches.storekit")
    let text = try String(contentsOf: .products, encoding: .utf8)
    let old = try #require(text.firstMatch(of: #/"settings"\s*:\s*\{[^}]*\}/#))
    try Data(text.replacing(old.output, with: #""settings": {\#(settings)}"#).utf8).write(to: file)
    try self.init(contentsOf: file)
  }
}
