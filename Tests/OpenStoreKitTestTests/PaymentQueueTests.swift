import Foundation
import OpenStoreKitTest
import TestSupport
import Testing

extension SKTestSessionTests {
  /// The payment queue of original StoreKit in a test session.
  @Suite struct PaymentQueueTests {
    private static let car = "nonconsumable.car"

    /// An observer of an app, which records and finishes everything.
    private final class Observer: NSObject, SKPaymentTransactionObserver {
      let lines: AsyncStream<String>
      private let line: AsyncStream<String>.Continuation

      override init() {
        (lines, line) = AsyncStream<String>.makeStream()
        super.init()
      }

      func paymentQueue(
        _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
      ) {
        for transaction in transactions {
          let code = (transaction.error as? SKError).map { ", error \($0.errorCode)" } ?? ""
          line.yield("\(transaction.transactionState)\(code)")
          guard ![.purchasing, .deferred].contains(transaction.transactionState) else { continue }
          SKPaymentQueue.default().finishTransaction(transaction)
        }
      }
    }

    private func pay() {
      let payment = SKMutablePayment()
      payment.productIdentifier = Self.car
      SKPaymentQueue.default().add(payment)
    }

    @Test func `payments are purchased, fail as the session says, and wait for a parent`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      let observer = Observer()
      SKPaymentQueue.default().add(observer)
      defer { SKPaymentQueue.default().remove(observer) }
      var lines = observer.lines.makeLimitedIterator()

      session.failTransactionsEnabled = true
      session.failureError = .paymentNotAllowed
      pay()
      #expect(await lines.next() == "purchasing")
      #expect(await lines.next() == "failed, error 4")
      session.failTransactionsEnabled = false

      session.askToBuyEnabled = true
      pay()
      #expect(await lines.next() == "purchasing")
      #expect(await lines.next() == "deferred")
      let order = try #require(session.allTransactions().first)
      try session.approveAskToBuyTransaction(identifier: order.identifier)
      #expect(await lines.next() == "purchased")
      #expect(await Transaction.latest(for: Self.car)?.unsafePayloadValue.productID == Self.car)
    }

    @Test func `a purchase outside the app is delivered by the queue, and finished there`()
      async throws
    {
      let session = try SKTestSession(contentsOf: .products)
      let observer = Observer()
      SKPaymentQueue.default().add(observer)
      defer { SKPaymentQueue.default().remove(observer) }
      var lines = observer.lines.makeLimitedIterator()

      try await session.buyProduct(identifier: Self.car)
      #expect(await lines.next() == "purchased")
      // The queue leaves it out as soon as the app has finished it, before the store has answered.
      try await wait { await Transaction.unfinished.productIDs.isEmpty }
      #expect(SKPaymentQueue.default().transactions.isEmpty)
    }
  }
}
