import Foundation
import StoreAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct StorePaymentTests {
  private static let car = "nonconsumable.car"

  /// An observer that answers whether the queue buys what the customer has chosen in the App Store.
  private final class Answering: NSObject, SKPaymentTransactionObserver {
    let payments: AsyncStream<String>
    private let payment: AsyncStream<String>.Continuation
    private let answer: Bool

    init(answer: Bool) {
      (payments, payment) = AsyncStream<String>.makeStream()
      self.answer = answer
      super.init()
    }

    func paymentQueue(
      _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
    ) {}

    func paymentQueue(
      _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool {
      self.payment.yield("\(payment.productIdentifier): \(product.localizedTitle)")
      return answer
    }
  }

  private func open(_ id: String, on alice: Customer) async throws {
    let bundleID = try alice.record().bundleID
    try await alice.session.open(
      PurchaseIntentURL(
        "itms-services://?action=purchaseIntent&bundleId=\(bundleID)&productIdentifier=\(id)"))
  }

  @Test func `a purchase that begins in the App Store is bought if an observer accepts it`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await open(Self.car, on: alice)
    let (queue, recorder, answering) = (alice.queue, QueueRecorder(), Answering(answer: true))
    queue.add(recorder)
    queue.add(answering)
    defer { for observer in queue.transactionObservers { queue.remove(observer) } }
    var lines = recorder.lines.makeLimitedIterator()
    var payments = answering.payments.makeLimitedIterator()

    #expect(await payments.next() == "\(Self.car): Car")
    #expect(await lines.next(2) == ["purchasing \(Self.car)", "purchased \(Self.car)"])
    #expect(await alice.session.takeIntent() == nil)
  }

  @Test func `a purchase that an observer declines is left to the app, to add later`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, answering) = (alice.queue, Answering(answer: false))
    queue.add(answering)
    defer { queue.remove(answering) }
    var payments = answering.payments.makeLimitedIterator()
    // The queue listens before the customer chooses.
    try await wait { alice.line.questions.contains("updates") }

    try await open(Self.car, on: alice)

    #expect(await payments.next() == "\(Self.car): Car")
    try await wait { try alice.session.pendingIntents.all().isEmpty }
    #expect(alice.sheets.shown.isEmpty && queue.transactions.isEmpty)
  }

  @Test func `without an observer's own method the purchase waits for StoreKit 2`() async throws {
    let alice = try await Customer.onNewDevice()
    try await open(Self.car, on: alice)
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }

    try await wait { queue.state.withLock { !$0.leftIntents.isEmpty } }

    #expect(await alice.session.takeIntent()?.id == Self.car)
    #expect(queue.transactions.isEmpty)
  }
}
