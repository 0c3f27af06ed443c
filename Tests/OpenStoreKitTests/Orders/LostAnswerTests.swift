import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.serialized, .hangLimit) struct LostAnswerTests {
  private let fuel = "consumable.fuel.octane87"

  @Test func `an order whose answer is lost is sent again, and charged once`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .answersVanish(2)
    let can = try await alice.buy(fuel).transaction()

    #expect(alice.line.orders.count == 3)
    #expect(Set(alice.line.orders.map(\.key)).count == 1)
    #expect(await alice.unfinishedTransactions().map(\.unsafePayloadValue) == [can])
    #expect(try alice.openOrders().isEmpty)
    #expect(alice.recorder.delays == [.milliseconds(500), .seconds(1)])
    #expect(alice.session.offlineSince == nil)
  }

  @Test func `a purchase without an answer comes at the next launch`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .answersVanish(4)
    await #expect { try await alice.buy(fuel) } throws: { $0.isStoreKitError("networkError") }
    #expect(try alice.openOrders() == [alice.line.orders.first?.key])
    guard case .failed = try #require(alice.sheets.endings.first) else {
      throw FixtureError(text: "the sheet said \(alice.sheets.endings)")
    }

    let next = try await alice.again()
    var updates = next.listen()
    await next.session.recoverOrders()
    #expect(await updates.nextProduct() == fuel)
    #expect(try next.openOrders().isEmpty)
    #expect(await next.session.transactions(of: nil).count == 1)
  }

  @Test func `a recovered purchase is there offline until it is finished`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .answersVanish(4)
    await #expect { try await alice.buy(fuel) } throws: { $0.isStoreKitError("networkError") }
    let next = try await alice.again()
    await next.session.recoverOrders()
    #expect(try next.openOrders().isEmpty)

    let offline = try await alice.again()
    offline.line.condition = .cut
    let cans = await offline.unfinishedTransactions().map(\.unsafePayloadValue)

    #expect(cans.map(\.productID) == [fuel])
    for can in cans { _ = await next.session.finish([can.id]) }
    #expect(await offline.unfinished().isEmpty)
  }

  @Test func `a purchase that was finished before its order was recovered does not come again`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let key = OrderKey(UUID())
    let backend = try await alice.store.backend(of: alice.registration)
    let can = try await backend.purchase(Order(key: key, productID: fuel)).transaction()
    _ = try await backend.finish([can.transactionId])
    try alice.session.device.keep(OpenOrder(key: key, productID: fuel)).release()

    await alice.session.recoverOrders()

    #expect(try alice.openOrders().isEmpty)
    #expect(try alice.record().unfinished ?? [] == [])
    #expect(await alice.unfinished().isEmpty)
  }

  @Test func `a purchase without an answer comes once the store answers again`() async throws {
    let alice = try await Customer.onNewDevice()
    var updates = alice.listen()
    alice.line.condition = .answersVanish(4)
    await #expect { try await alice.buy(fuel) } throws: { $0.isStoreKitError("networkError") }

    _ = try await alice.product(fuel)

    #expect(await updates.nextProduct() == fuel)
    #expect(await alice.session.transactions(of: nil).count == 1)
  }

  @Test func `an order that never arrived is closed when the store answers`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .ordersVanish
    await #expect { try await alice.buy(fuel) } throws: { $0.isStoreKitError("networkError") }
    let order = try #require(alice.line.orders.first)

    let next = try await alice.again()
    next.line.condition = .cut
    await next.session.recoverOrders()
    #expect(try next.openOrders() == [order.key], "the store cannot be reached")
    next.line.condition = .good
    await next.session.recoverOrders()
    #expect(try next.openOrders().isEmpty)
    await #expect(throws: StoreError.orderKeyClosed(key: order.key)) {
      try await next.line.purchase(order)
    }
    #expect(await next.session.transactions(of: nil).isEmpty)
  }

  @Test func `a second copy of the app skips an order that is being sent`() async throws {
    let alice = try await Customer.onNewDevice()
    let key = OrderKey(UUID())
    let device = try DeviceStore.open(alice.folder.url)
    let sending = try device.keep(OpenOrder(key: key, productID: fuel))

    let other = try await alice.again()
    await other.session.recoverOrders()
    #expect(try other.openOrders() == [key])

    withExtendedLifetime(sending) {}
  }

  @Test func `after a reset a late copy of the app closes no newer order`() async throws {
    let alice = try await Customer.onNewDevice()
    let late = try await alice.again()
    _ = try await alice.store.engine.reset()
    alice.line.condition = .answersVanish(4)
    // After the reset, alice's session asks for the purchases again. If it received an answer, it
    // would recover the order itself.
    alice.line.beforeSettling { [line = alice.line] in line.condition = .cut }
    await #expect { try await alice.buy(fuel) } throws: { $0.isStoreKitError("networkError") }
    let open = try alice.openOrders()

    _ = try await late.product(fuel)

    #expect(open.count == 1)
    #expect(try alice.openOrders() == open)
  }

  @Test func `an order goes on when the task that asked for it is cancelled`() async throws {
    let alice = try await Customer.onNewDevice(
      sheets: ScriptedSheets { withUnsafeCurrentTask { $0?.cancel() } })
    let task = Task { try await alice.buy("nonconsumable.car") }
    #expect(try await task.value.transaction().productID == "nonconsumable.car")
  }

  @Test func `a device that cannot write its order down sends none`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.product("nonconsumable.car")
    try Data().write(to: alice.folder.url.appending(path: "device.json"))
    await #expect {
      try await alice.session.purchase(car)
    } throws: { $0.isStoreKitError("systemError") }
    #expect(alice.line.orders.isEmpty)
    #expect(alice.sheets.endings.count == 1)
  }

  /// The store answers another question after the order ended as unknown, and before its lock is
  /// released: the recovery that begins with that answer skips the order, so it must begin again.
  @Test func `an order whose last answer is lost just before the store answers again is recovered`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    var updates = alice.listen()
    alice.line.condition = .answersVanish(4)
    alice.hasTheStoreAgainBeforeTheNextLockGoes()

    await #expect { try await alice.buy(fuel) } throws: { $0.isStoreKitError("networkError") }

    #expect(await updates.nextProduct() == fuel)
    try await alice.untilNoOrderIsOpen()
    #expect(await alice.session.transactions(of: nil).count == 1)
  }

  @Test func `what is finished before purchases are written stays finished in the file`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let elsewhere = try await alice.otherDevice()
    let car = try await alice.buy("nonconsumable.car").transaction()
    var updates = try await alice.listenToOpenStream()
    alice.finishesBeforeTheNextWrite(car.transactionID)

    try await elsewhere.buy("nonconsumable.racecar")

    #expect(await updates.nextProduct() == "nonconsumable.racecar")
    // The update is announced after it is known, and written a little later.
    try await wait { try alice.record().purchases?.latest.count == 2 }
    #expect(try alice.record().unfinished?.isEmpty == true)
  }
}

extension Customer {
  /// Repairs the line while the order's lock is still held, and gives the session the state that it
  /// has after another answer, when recovery has ended.
  fileprivate func hasTheStoreAgainBeforeTheNextLockGoes() {
    let orders = folder.url.appending(path: "orders").path
    FileEffect.observe { effect, file, isDone in
      guard effect == .remove, !isDone, file.path.hasPrefix(orders) else { return }
      FileEffect.observe(with: nil)
      line.beforeSettling {}
      line.condition = .good
      session.customer.withLock { state in
        _ = state.answered(state.link.clock.answered, at: .zero)
      }
    }
  }

  /// Finishes a transaction when the next writer of the device's file is about to take its lock.
  fileprivate func finishesBeforeTheNextWrite(_ id: TransactionID) {
    let path = folder.url.appending(path: "device.lock").path
    FileEffect.observe { effect, file, isDone in
      guard effect == .lock, !isDone, file.path == path else { return }
      FileEffect.observe(with: nil)
      session.customer.withLock { _ = $0.finished([id]) }
      let customer = session.customer.state
      session.persistence.keep { $0.apply(.finished([id]), of: customer, heardAt: .fixture) }
    }
  }

  fileprivate func untilNoOrderIsOpen() async throws {
    try await wait { try openOrders().isEmpty }
  }
}
