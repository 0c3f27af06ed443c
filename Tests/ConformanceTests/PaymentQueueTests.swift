import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The payment queue of original StoreKit, on a store in this process and over HTTP.
@Suite(.hangLimit) struct PaymentQueueTests {
  private static let car = "nonconsumable.car"
  private static let pro = "subscription.pro"

  @Test(arguments: Site.allCases)
  func `a payment is purchased, and the next launch receives what was not finished`(site: Site)
    async throws
  {
    let (store, folder) = (try await ContractStore.make(at: site), try TemporaryFolder())
    let first = try await QueueApp.onNewDevice(of: store, in: folder, finishes: false)
    var lines = first.observer.lines.makeLimitedIterator()
    first.pay(for: Self.car)
    #expect(await lines.next(2) == ["purchasing \(Self.car)", "purchased \(Self.car)"])
    first.close()

    let second = try await QueueApp.again(of: store, in: folder)
    defer { second.close() }
    var later = second.observer.lines.makeLimitedIterator()

    #expect(await later.next(2) == ["purchased \(Self.car)", "removed \(Self.car)"])
    #expect(FileManager.default.fileExists(atPath: second.session.receiptURL.path))
  }

  @Test(arguments: Site.allCases)
  func `waiting orders end when approved, declined or resolved`(site: Site) async throws {
    let (store, folder) = (try await ContractStore.make(at: site), try TemporaryFolder())
    let app = try await QueueApp.onNewDevice(of: store, in: folder)
    defer { app.close() }
    var lines = app.observer.lines.makeLimitedIterator()

    _ = try await store.operator.perform(.setAskToBuy(isOn: true))
    app.pay(for: Self.car)
    #expect(await lines.next(2) == ["purchasing \(Self.car)", "deferred \(Self.car)"])
    _ = try await store.operator.perform(.approve(orderID: store.waitingOrder()))
    #expect(await lines.next(2) == ["purchased \(Self.car)", "removed \(Self.car)"])
    app.pay(for: Self.pro)
    #expect(await lines.next(2) == ["purchasing \(Self.pro)", "deferred \(Self.pro)"])
    _ = try await store.operator.perform(.decline(orderID: store.waitingOrder()))
    #expect(await lines.next(2) == ["failed \(Self.pro)", "removed \(Self.pro)"])

    _ = try await store.operator.perform(.setAskToBuy(isOn: false))
    _ = try await store.operator.perform(.setInterruptedPurchases(isOn: true))
    app.pay(for: Self.pro)
    #expect(
      await lines.next(3) == [
        "purchasing \(Self.pro)", "failed \(Self.pro)", "removed \(Self.pro)",
      ])
    _ = try await store.operator.perform(.resolve(orderID: store.waitingOrder()))
    #expect(await lines.next(2) == ["purchased \(Self.pro)", "removed \(Self.pro)"])
  }

  @Test(arguments: Site.allCases)
  func `renewals and refunds are delivered, and a new device restores the rest`(site: Site)
    async throws
  {
    let (store, folder) = (try await ContractStore.make(at: site), try TemporaryFolder())
    let app = try await QueueApp.onNewDevice(of: store, in: folder)
    defer { app.close() }
    var lines = app.observer.lines.makeLimitedIterator()
    app.pay(for: Self.car)
    _ = await lines.next(3)
    app.pay(for: Self.pro)
    _ = await lines.next(3)

    try await store.advance("P2M")
    #expect(await lines.next(2) == ["purchased \(Self.pro)", "removed \(Self.pro)"])
    let sold = try await store.operator.transactions(account: nil).value
    let car = try #require(sold.first { $0.transaction.productId == Self.car })
    _ = try await store.operator.refund(car.id)
    #expect(await lines.next() == "revoked \(Self.car)")

    let otherFolder = try TemporaryFolder()
    let other = try await QueueApp.onNewDevice("beta", of: store, in: otherFolder)
    defer { other.close() }
    var restored = other.observer.lines.makeLimitedIterator()
    other.queue.restoreCompletedTransactions()
    #expect(
      await restored.next(3) == ["restored \(Self.pro)", "restored \(Self.pro)", "restored"])
  }
}

/// A copy of an app with an observer of its payment queue.
private struct QueueApp {
  let session: StoreSession
  let observer: Observer
  let queue: SKPaymentQueue

  static func onNewDevice(
    _ name: String = "alpha", of store: ContractStore, in folder: TemporaryFolder,
    finishes: Bool = true
  ) async throws -> QueueApp {
    let registration = try await store.accounts.registerDevice(name, signIn: store.signIn.token)
    _ = try DeviceStore.create(
      folder.url, account: "alice", registration: registration, wallClock: .fixture)
    return try await again(of: store, in: folder, finishes: finishes)
  }

  /// Another run of the app on the device in the folder.
  static func again(
    of store: ContractStore, in folder: TemporaryFolder, finishes: Bool = true
  ) async throws -> QueueApp {
    let device = try DeviceStore.open(folder.url)
    let backend = try await store.accounts.backend(
      for: device.token, instance: InstanceID(UUID()))
    let session = try await StoreSession(backend, sheets: AgreeingSheets(), device: device)
    let queue = session.paymentQueue.queue {
      SKPaymentQueue(of: StoreSession.process, session: session)
    }
    let observer = Observer(finishes: finishes)
    queue.add(observer)
    return QueueApp(session: session, observer: observer, queue: queue)
  }

  func pay(for id: String) {
    let payment = SKMutablePayment()
    payment.productIdentifier = id
    queue.add(payment)
  }

  /// Ends the run.
  func close() {
    queue.remove(observer)
    session.close()
  }
}

/// An observer that records its calls, with a line for each transaction and each other call.
private final class Observer: NSObject, SKPaymentTransactionObserver {
  let lines: AsyncStream<String>
  private let line: AsyncStream<String>.Continuation
  private let finishes: Bool

  init(finishes: Bool) {
    (lines, line) = AsyncStream<String>.makeStream()
    self.finishes = finishes
    super.init()
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      let state = transaction.transactionState
      line.yield("\(state) \(transaction.payment.productIdentifier)")
      if finishes, state != .purchasing, state != .deferred { queue.finishTransaction(transaction) }
    }
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      line.yield("removed \(transaction.payment.productIdentifier)")
    }
  }

  func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
    line.yield("restored")
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
  ) {
    line.yield("revoked " + productIdentifiers.joined(separator: ", "))
  }
}

extension ContractStore {
  /// The ID of the last order that waits.
  fileprivate func waitingOrder() async throws -> TransactionID {
    guard case .orders(let orders) = try await `operator`.perform(.orders).value,
      let order = orders.last
    else { throw FixtureError(text: "no order waits") }
    return order.id
  }
}

extension LimitedIterator<AsyncStream<String>> {
  /// The next lines.
  fileprivate mutating func next(_ count: Int) async -> [String] {
    var lines: [String] = []
    for _ in 0..<count {
      guard let line = await next() else { break }
      lines.append(line)
    }
    return lines
  }
}

/// A customer who confirms everything.
private struct AgreeingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? { nil }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}
