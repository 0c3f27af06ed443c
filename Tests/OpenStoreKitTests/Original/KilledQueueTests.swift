import PrivateFiles
import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

/// Runs of an app that buys fuel with original StoreKit, and is killed at one of its calls of the
/// store.
@Suite(.hangLimit) struct KilledQueueTests {
  private static let fuel = "consumable.fuel.octane87"

  @Test(arguments: [false, true])
  func `fuel is charged once and delivered once, whichever call is the last of a run`(
    isReceived: Bool
  ) async throws {
    let store = try await StoreFixture.make()
    let tank = Tank()
    var (call, wasKilled) = (1, true)
    while wasKilled {
      let device = try await Customer.onNewDevice("device-\(call)", of: store)
      let backend = try await store.backend(of: device.registration)
      let killed = KillingStore(backend, lastCall: call, isReceived: isReceived)

      try await buy(on: device, through: killed, into: tank)
      wasKilled = killed.isDead
      try await deliver(on: device, from: store, into: tank)

      #expect(try device.openOrders().isEmpty, "call \(call)")
      call += 1
    }

    let sold = try await store.engine.transactions(account: nil).value
    #expect(tank.delivered == Set(sold.map { $0.id.description }))
    #expect(tank.repeated == [], "each is delivered once in a run")
    #expect(sold.allSatisfy(\.isFinished) && sold.count < call)
    #expect(call > 5, "a purchase makes several calls")
  }

  /// A run that pays for fuel, until the fuel is delivered or the run is killed.
  private func buy(on device: Customer, through backend: KillingStore, into tank: Tank) async throws
  {
    let run = try await Run(on: device, through: backend, tank)
    let payment = SKMutablePayment()
    payment.productIdentifier = Self.fuel
    run.queue.add(payment)
    try await wait {
      let left = run.queue.state.withLock { $0.payments.transactions }
      return left.isEmpty || (backend.isDead && left.allSatisfy { $0.state != .purchasing })
    }
    run.end()
  }

  /// The next run, which delivers what is left.
  private func deliver(on device: Customer, from store: StoreFixture, into tank: Tank) async throws
  {
    let backend = try await store.backend(of: device.registration)
    let run = try await Run(on: device, through: backend, tank)
    await run.session.recoverOrders()
    try await wait {
      try await backend.unfinished(after: nil, limit: 1).value.transactions.isEmpty
    }
    run.end()
  }
}

/// One run of the app on a device.
private struct Run {
  let session: StoreSession
  let queue: SKPaymentQueue
  private let observer: Delivering

  init(on device: Customer, through backend: any StoreBackend, _ tank: Tank) async throws {
    let session = try await StoreSession(
      backend, sheets: ScriptedSheets(), device: try DeviceStore.open(device.folder.url),
      environment: device.recorder.environment)
    self.session = session
    queue = session.paymentQueue.queue {
      SKPaymentQueue(of: StoreSession.process, session: session)
    }
    observer = Delivering(into: tank)
    queue.add(observer)
  }

  func end() {
    queue.remove(observer)
    session.close()
  }
}

/// What the app has delivered, in all its runs, by the IDs of the transactions.
private final class Tank: Sendable {
  private struct State {
    var delivered: Set<String> = []
    var repeated: [String] = []
  }

  private let state = Mutex(State())

  var delivered: Set<String> { state.withLock { $0.delivered } }
  /// What was delivered more than once in the same run.
  var repeated: [String] { state.withLock { $0.repeated } }

  func add(_ number: String, isRepeated: Bool) {
    state.withLock { state in
      state.delivered.insert(number)
      if isRepeated { state.repeated.append(number) }
    }
  }
}

/// An observer of one run, which delivers what is purchased, then finishes it.
private final class Delivering: NSObject, SKPaymentTransactionObserver {
  private let tank: Tank
  private let numbers = Mutex<Set<String>>([])

  init(into tank: Tank) {
    self.tank = tank
    super.init()
  }

  func paymentQueue(
    _ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]
  ) {
    for transaction in transactions {
      if transaction.transactionState == .purchased {
        let number = transaction.transactionIdentifier ?? "none"
        let isNew = numbers.withLock { $0.insert(number).inserted }
        tank.add(number, isRepeated: !isNew)
      }
      if transaction.transactionState != .purchasing { queue.finishTransaction(transaction) }
    }
  }
}

/// A store that an app no longer reaches after its last call, as if the app was killed then.
private final class KillingStore: ForwardingBackend {
  let store: any StoreBackend
  private let lastCall: Int
  /// Whether the store receives the last call.
  private let isReceived: Bool
  private let count = Mutex(0)

  init(_ store: any StoreBackend, lastCall: Int, isReceived: Bool) {
    (self.store, self.lastCall, self.isReceived) = (store, lastCall, isReceived)
  }

  var isDead: Bool { count.withLock { $0 >= lastCall } }

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    let number = count.withLock { count in
      count += 1
      return count
    }
    guard number >= lastCall else { return try await forward() }
    if number == lastCall, isReceived { _ = try await forward() }
    throw .unavailable(reason: "the app was killed")
  }
}
