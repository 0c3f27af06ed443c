import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct SKPaymentQueueTests {
  private static let car = "nonconsumable.car"

  /// An observer that an app keeps as long as a screen is open.
  private final class Screen: NSObject, SKPaymentTransactionObserver {
    private let queue: SKPaymentQueue

    init(_ queue: SKPaymentQueue) {
      self.queue = queue
      super.init()
      queue.add(self)
    }

    deinit { queue.remove(self) }

    func paymentQueue(
      _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
    ) {}
  }

  @Test func `an observer is not retained, and can remove itself while it is released`()
    async throws
  {
    let queue = try await Customer.onNewDevice().queue
    var screen: Screen? = Screen(queue)
    #expect(queue.transactionObservers.count == 1)
    if let screen { queue.add(screen) }
    #expect(queue.transactionObservers.count == 1, "it was added already")

    screen = nil

    #expect(queue.observerIDs.isEmpty)
    #expect(queue.state.withLock { $0.synchronisation == nil })
  }

  @Test func `an observer that another thread removes while it is added is forgotten`()
    async throws
  {
    let queue = try await Customer.onNewDevice().queue
    // The state hears of it after it has gone.
    queue.receive(.added(observer: 1))
    #expect(queue.state.withLock { $0.synchronisation != nil })

    queue.receive(.storefrontChanged)

    try await wait { queue.state.withLock { $0.synchronisation == nil } }
  }

  @Test func `a payment is purchased on the main queue, finished, and seen by StoreKit 2`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    let token = UUID()

    alice.pay(for: "consumable.fuel.octane87") {
      $0.quantity = 3
      $0.applicationUsername = token.uuidString
    }

    #expect(
      await lines.next(3) == [
        "purchasing consumable.fuel.octane87", "purchased consumable.fuel.octane87",
        "removed consumable.fuel.octane87",
      ])
    #expect(queue.transactions.isEmpty)
    #expect(await alice.unfinished().isEmpty)
    let sold = try await alice.store.engine.transactions(account: nil).value.first?.transaction
    #expect(sold?.quantity == 3 && sold?.appAccountToken?.uuid == token)
    let id = try #require(sold?.transactionId.rawValue)
    #expect(alice.sheets.endings == [.purchased(transactionID: id)])
  }

  @Test func `a payment that the customer declines, or that asks for nothing, fails`() async throws
  {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()

    alice.pay(for: Self.car)
    #expect(
      await lines.next(3) == [
        "purchasing \(Self.car)", "failed \(Self.car), error 2", "removed \(Self.car)",
      ])
    alice.pay(for: Self.car) { $0.quantity = 0 }
    #expect(await lines.next(3).dropFirst().first == "failed \(Self.car), error 3")
    alice.pay(for: "nonconsumable.boat")
    #expect(await lines.next(3).dropFirst().first == "failed nonconsumable.boat, error 5")
    alice.line.condition = .cut
    alice.pay(for: Self.car)
    #expect(await lines.next(3).dropFirst().first == "failed \(Self.car), error 7")
  }

  @Test func `what is not finished is delivered at the next launch, and to a late observer`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let first = QueueRecorder(finishes: false)
    alice.queue.add(first)
    var lines = first.lines.makeLimitedIterator()
    alice.pay(for: Self.car)
    #expect(await lines.next(2) == ["purchasing \(Self.car)", "purchased \(Self.car)"])
    // The app ends before it has finished the transaction.
    alice.queue.remove(first)

    let next = try await alice.again()
    #expect(next.queue.transactions.isEmpty && next.line.questions.isEmpty)
    let (second, third) = (QueueRecorder(finishes: false), QueueRecorder(finishes: false))
    next.queue.add(second)
    defer { next.queue.remove(second) }
    var secondLines = second.lines.makeLimitedIterator()
    #expect(await secondLines.next() == "purchased \(Self.car)")
    next.queue.add(third)
    defer { next.queue.remove(third) }
    var thirdLines = third.lines.makeLimitedIterator()
    #expect(await thirdLines.next() == "purchased \(Self.car)")

    let transaction = try #require(next.queue.transactions.first)
    #expect(transaction.transactionIdentifier != nil && transaction.transactionDate == Date.fixture)
    next.queue.finishTransaction(transaction)
    #expect(await secondLines.next() == "removed \(Self.car)")
    #expect(await thirdLines.next() == "removed \(Self.car)")
    #expect(await next.unfinished().isEmpty)
  }

  @Test func `an observer receives another device's purchase, a refund and another storefront`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()

    let sold = try await alice.otherDevice().buy(Self.car).transaction()
    #expect(await lines.next(2) == ["purchased \(Self.car)", "removed \(Self.car)"])
    _ = try await alice.store.engine.refund(sold.transactionID)
    #expect(await lines.next() == "revoked \(Self.car)")
    try await wait { queue.storefront?.countryCode == "USA" }
    _ = try await alice.store.engine.perform(.setStorefront(storefront: "FRA"))
    #expect(await lines.next() == "storefront FRA")
  }

  @Test
  func `a transaction that is finished without a connection is finished when the store answers`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder(finishes: false))
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    alice.pay(for: Self.car)
    _ = await lines.next(2)
    alice.line.condition = .cut

    queue.finishTransaction(try #require(queue.transactions.first))
    try await wait { alice.session.offlineSince != nil }
    #expect(queue.transactions.isEmpty, "the app has finished it")
    alice.line.condition = .good
    await alice.session.reconnect()

    #expect(await lines.next() == "removed \(Self.car)")
    #expect(await alice.unfinished().isEmpty)
  }

  @Test func `an order that waits for approval is deferred, and ends as the parent decides`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    let racecar = "nonconsumable.racecar"

    alice.pay(for: Self.car) { $0.simulatesAskToBuyInSandbox = true }
    #expect(await lines.next(2) == ["purchasing \(Self.car)", "deferred \(Self.car)"])
    alice.pay(for: racecar) { $0.simulatesAskToBuyInSandbox = true }
    #expect(await lines.next(2) == ["purchasing \(racecar)", "deferred \(racecar)"])
    let orders = try await alice.waitingOrders().sorted { $0.id < $1.id }
    try #require(orders.count == 2)

    _ = try await alice.store.engine.perform(.approve(orderID: orders[0].id))
    #expect(await lines.next(2) == ["purchased \(Self.car)", "removed \(Self.car)"])
    _ = try await alice.store.engine.perform(.decline(orderID: orders[1].id))
    #expect(await lines.next(2) == ["failed \(racecar), error 2", "removed \(racecar)"])
    #expect(queue.transactions.isEmpty)
  }

  @Test func `an order that is declined while nobody observes fails for the next observer`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, first, second) = (alice.queue, QueueRecorder(), QueueRecorder())
    queue.add(first)
    var lines = first.lines.makeLimitedIterator()
    alice.pay(for: Self.car) { $0.simulatesAskToBuyInSandbox = true }
    #expect(await lines.next(2) == ["purchasing \(Self.car)", "deferred \(Self.car)"])
    try await wait { queue.state.withLock { $0.payments.transactions.first?.orderID != nil } }
    queue.remove(first)
    let order = try #require(try await alice.waitingOrders().first)
    _ = try await alice.store.engine.perform(.decline(orderID: order.id))
    let isAnswered = await alice.session.reconnect()
    #expect(isAnswered)

    queue.add(second)
    defer { queue.remove(second) }
    var later = second.lines.makeLimitedIterator()

    #expect(
      await later.next(3) == [
        "deferred \(Self.car)", "failed \(Self.car), error 2", "removed \(Self.car)",
      ])
  }

  @Test func `an interrupted purchase fails, and its sale comes as another transaction`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let (queue, recorder) = (alice.queue, QueueRecorder())
    queue.add(recorder)
    defer { queue.remove(recorder) }
    var lines = recorder.lines.makeLimitedIterator()
    _ = try await alice.store.engine.perform(.setInterruptedPurchases(isOn: true))

    alice.pay(for: Self.car)
    #expect(
      await lines.next(3) == [
        "purchasing \(Self.car)", "failed \(Self.car), error 0", "removed \(Self.car)",
      ])
    let order = try #require(try await alice.waitingOrders().first)
    _ = try await alice.store.engine.perform(.resolve(orderID: order.id))

    #expect(await lines.next(2) == ["purchased \(Self.car)", "removed \(Self.car)"])
  }
}
