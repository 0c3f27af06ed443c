import Dispatch
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SKPaymentQueueDelegateTests {
  private static let car = "nonconsumable.car"

  /// A delegate of an app, which gives the same answer to each question.
  private final class Delegate: NSObject, SKPaymentQueueDelegate {
    let questions: AsyncStream<String>
    private let question: AsyncStream<String>.Continuation
    private let answer: Bool

    init(answer: Bool) {
      (questions, question) = AsyncStream<String>.makeStream()
      self.answer = answer
      super.init()
    }

    func paymentQueue(
      _ paymentQueue: SKPaymentQueue, shouldContinue transaction: SKPaymentTransaction,
      in newStorefront: SKStorefront
    ) -> Bool {
      dispatchPrecondition(condition: .onQueue(.main))
      question.yield("\(transaction.payment.productIdentifier) in \(newStorefront.countryCode)?")
      return answer
    }

    func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool {
      dispatchPrecondition(condition: .onQueue(.main))
      question.yield("price?")
      return answer
    }
  }

  @Test(arguments: [true, false])
  func `a delegate decides whether a purchase continues in another storefront`(continues: Bool)
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder, delegate) = (alice.queue, QueueRecorder(), Delegate(answer: continues))
    queue.delegate = delegate
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    var questions = delegate.questions.makeLimitedIterator()
    let car = SKProduct(try await alice.product(Self.car))
    try await wait { queue.storefront?.countryCode == "USA" }
    _ = try await alice.store.engine.perform(.setStorefront(storefront: "FRA"))
    #expect(await lines.next() == "storefront FRA")

    queue.add(SKPayment(product: car))

    #expect(await lines.next() == "purchasing \(Self.car)")
    #expect(await questions.next() == "\(Self.car) in FRA?")
    let end = continues ? "purchased \(Self.car)" : "failed \(Self.car), error 5"
    #expect(await lines.next() == end)
    #expect(alice.sheets.shown.count == (continues ? 1 : 0))
    #expect(queue.delegate === delegate)
  }

  @Test(arguments: [true, false])
  func `a delegate decides whether a price increase is shown now`(isShown: Bool) async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("subscription.standard").transaction().finish()
    let (queue, recorder, delegate) = (alice.queue, QueueRecorder(), Delegate(answer: isShown))
    queue.delegate = delegate
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var questions = delegate.questions.makeLimitedIterator()

    _ = try await alice.store.engine.perform(
      .requestPriceIncreaseConsent(
        subscription: .product("subscription.standard", account: nil)))

    #expect(await questions.next() == "price?")
    if !isShown { queue.showPriceConsentIfNeeded() }
    try await wait { alice.sheets.subscriptionSheets.count == 1 }
  }

  @Test func `without a delegate, a purchase continues in another storefront`() async throws {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder())
    let car = SKProduct(try await alice.product(Self.car))
    _ = try await alice.store.engine.perform(.setStorefront(storefront: "FRA"))
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()

    queue.add(SKPayment(product: car))

    #expect(await lines.next(2) == ["purchasing \(Self.car)", "purchased \(Self.car)"])
  }

  @Test func `the sheet says why a code cannot be redeemed`() async throws {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    alice.sheets.type("NO SUCH CODE")

    queue.presentCodeRedemptionSheet()

    try await wait { alice.sheets.codeFailures.count == 2 }
    #expect(alice.sheets.codeFailures.last??.isEmpty == false, "the sheet says why")
  }
}
