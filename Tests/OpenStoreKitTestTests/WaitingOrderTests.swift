import Foundation
import OpenStoreKit
import OpenStoreKitTest
import TestSupport
import Testing

extension SKTestSessionTests {
  /// Orders that wait: Ask to Buy and interrupted purchases.
  @Suite struct WaitingOrderTests {
    private func buy(
      _ id: String, options: Set<Product.PurchaseOption> = []
    ) async throws -> Product.PurchaseResult {
      let product = try #require(try await Product.products(for: [id]).first)
      return try await product.purchase(options: options)
    }

    private func expectPending(_ result: Product.PurchaseResult) {
      guard case .pending = result else {
        Issue.record("\(result)")
        return
      }
    }

    @Test func `a purchase waits until it is approved, and comes through updates`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      session.askToBuyEnabled = true
      var updates = Transaction.updates.makeLimitedIterator()

      expectPending(try await buy("nonconsumable.car"))

      let order = try #require(session.allTransactions().first)
      #expect(order.state == .deferred && order.pendingAskToBuyConfirmation)
      #expect(!order.hasPurchaseIssue && order.productIdentifier == "nonconsumable.car")
      #expect(await Transaction.latest(for: "nonconsumable.car") == nil)
      try session.approveAskToBuyTransaction(identifier: order.identifier)
      let sold = try #require(try await updates.next()?.payloadValue)
      #expect(sold.productID == "nonconsumable.car")
      let entry = try #require(session.allTransactions().first)
      #expect(session.allTransactions().count == 1 && entry.identifier == UInt(sold.id))
      #expect(entry.state == .purchased && !entry.pendingAskToBuyConfirmation)
      await sold.finish()
    }

    @Test func `a declined purchase is never charged, and its number is unknown then`() async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      expectPending(
        try await buy("nonconsumable.car", options: [.simulatesAskToBuyInSandbox(true)]))
      let order = try #require(session.allTransactions().first)

      try session.declineAskToBuyTransaction(identifier: order.identifier)

      #expect(session.allTransactions().isEmpty)
      #expect(throws: SKTestError(.noTransactionFound)) {
        try session.approveAskToBuyTransaction(identifier: order.identifier)
      }
    }

    @Test func `an interrupted purchase is completed by resolving its issue`() async throws {
      let session = try SKTestSession(contentsOf: .products)
      session.interruptedPurchasesEnabled = true
      expectPending(try await buy("subscription.pro"))
      let order = try #require(session.allTransactions().first)
      #expect(order.state == .failed && order.hasPurchaseIssue)
      #expect(!order.pendingAskToBuyConfirmation)
      #expect(throws: SKTestError(.noTransactionFound)) {
        try session.approveAskToBuyTransaction(identifier: order.identifier)
      }

      try session.resolveIssueForTransaction(identifier: order.identifier)

      #expect(session.allTransactions().map(\.state) == [.purchased])
      #expect(await Transaction.latest(for: "subscription.pro") != nil)
      await #expect(throws: StoreKitError.self) {
        try await session.buyProduct(identifier: "nonconsumable.car")
      }
      session.resetToDefaultState()
      #expect(!session.interruptedPurchasesEnabled && !session.askToBuyEnabled)
    }

    @Test func `an order that waits is deleted by its number, and not declined as another's`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      session.interruptedPurchasesEnabled = true
      expectPending(try await buy("subscription.pro"))
      let order = try #require(session.allTransactions().first)
      #expect(throws: SKTestError(.noTransactionFound)) {
        try session.declineAskToBuyTransaction(identifier: order.identifier)
      }

      try session.deleteTransaction(identifier: order.identifier)

      #expect(session.allTransactions().isEmpty)
      #expect(await Transaction.latest(for: "subscription.pro") == nil)
    }

    @Test func `a file's switches let purchases wait`() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).storekit")
      var text = try String(contentsOf: .products, encoding: .utf8)
      text.replace(#""_askToBuyEnabled" : false"#, with: #""_askToBuyEnabled" : true"#)
      try Data(text.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }

      let session = try SKTestSession(contentsOf: file)

      #expect(session.askToBuyEnabled && !session.interruptedPurchasesEnabled)
      expectPending(try await buy("nonconsumable.car"))
    }
  }
}
