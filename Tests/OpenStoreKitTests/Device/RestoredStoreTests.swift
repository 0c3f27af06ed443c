import Foundation
import PrivateFiles
import StoreAPI
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

/// A device goes on with whatever store it finds: reset, or restored from a backup.
@Suite(.hangLimit) struct RestoredStoreTests {
  private static let car = "nonconsumable.car"
  private static let racecar = "nonconsumable.racecar"

  @Test func `what was bought after the backup is not shown by a device of the restored store`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    let backup = try alice.store.backUp()
    try await alice.buy(Self.racecar)
    #expect(await alice.owned() == [Self.car, Self.racecar])

    let restored = try await alice.again(at: alice.store.restored(from: backup))

    #expect(await restored.owned() == [Self.car])
    restored.line.condition = .cut
    #expect(await restored.owned() == [Self.car], "also while it is offline")
    #expect(try await restored.record().time.epoch == restored.store.engine.clock().epoch)
  }

  @Test func `a device follows resets and restored backups in any order`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    let backup = try alice.store.backUp()

    _ = try await alice.store.engine.reset()
    #expect(await alice.owned() == [])
    var restored = try await alice.again(at: alice.store.restored(from: backup))
    #expect(await restored.owned() == [Self.car], "from before the reset")
    for _ in 1...4 {
      _ = try await restored.store.engine.reset()
      #expect(await restored.owned() == [])
      restored = try await restored.again(at: alice.store.restored(from: backup))
      #expect(await restored.owned() == [Self.car])
    }
    let original = try await restored.again(at: alice.store)
    #expect(await original.owned() == [], "the store that was reset")
  }

  @Test func `a running app finds the restored store behind the same address`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    let backup = try alice.store.backUp()
    try await alice.buy(Self.racecar)
    let other = try await alice.store.restored(from: backup)
    let (moved, session) = try await Self.session(of: alice, movingTo: other)
    func owned() async -> [String] {
      await session.snapshot().entitlements.map(\.unsafePayloadValue.productID).sorted()
    }
    #expect(await owned() == [Self.car, Self.racecar])

    moved.move()

    #expect(await owned() == [Self.car])
    _ = try await session.purchase(session.products([Self.racecar])[0])
    #expect(await owned() == [Self.car, Self.racecar])
    let bought = try await other.engine.transactions(account: "alice").value
    let lost = try await alice.store.engine.transactions(account: "alice").value
    #expect(bought.count == 2 && lost.count == 2)
    #expect(Set(bought.map(\.id)).intersection(lost.map(\.id)).count == 1, "the car")
  }

  @Test func `orders outlive their store, and the restored one says what became of them`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let keys = [OrderKey(UUID()), OrderKey(UUID())]
    let backend = try await alice.store.backend(of: alice.registration)
    _ = try await backend.purchase(Order(key: keys[0], productID: "consumable.fuel.octane87"))
    let backup = try alice.store.backUp()
    _ = try await backend.purchase(Order(key: keys[1], productID: "consumable.fuel.octane87"))
    for key in keys {
      try alice.session.device.keep(OpenOrder(key: key, productID: "consumable.fuel.octane87"))
        .release()
    }
    let other = try await alice.store.restored(from: backup)

    let restored = try await alice.again(at: other)
    _ = try await restored.product(Self.car)
    await restored.session.recoverOrders()

    #expect(try restored.openOrders() == [])
    #expect(await restored.unfinished() == ["consumable.fuel.octane87"])
    let late = try await other.backend(of: alice.registration)
    await #expect(throws: StoreError.orderKeyClosed(key: keys[1])) {
      try await late.purchase(Order(key: keys[1], productID: "consumable.fuel.octane87"))
    }
  }

  @Test func `a device that meets another epoch asks at once what became of its orders`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try alice.session.device.keep(OpenOrder(key: OrderKey(UUID()), productID: Self.car)).release()
    _ = try await alice.product(Self.car)
    #expect(try alice.openOrders().count == 1)

    _ = try await alice.store.engine.reset()
    _ = try await alice.product(Self.car)

    try await wait { try alice.openOrders().isEmpty }
  }

  @Test(arguments: 1...6)
  func `an answer that was on its way while the store was reset is dropped, and asked for again`(
    run: Int
  ) async throws {
    let alice = try await Customer.onNewDevice()
    // The epochs of a seed are the same in each run, and one is higher or lower than the other.
    for _ in 1..<run { _ = try await alice.store.engine.reset() }
    try await alice.buy(Self.car)
    alice.line.whileOnItsWay(.purchases) { [alice] in
      _ = try? await alice.store.engine.reset()
      _ = try? await alice.product(Self.car)
    }

    #expect(await alice.owned() == [])
    alice.line.condition = .cut
    #expect(await alice.owned() == [])
    #expect(try await alice.record().time.epoch == alice.store.engine.clock().epoch)
  }

  @Test func `a listener gets what is unfinished in the restored store, before what comes then`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let backup = try alice.store.backUp()
    let other = try await alice.store.restored(from: backup)
    let (moved, session) = try await Self.session(of: alice, movingTo: other)
    var updates = Transaction.Transactions.updates(of: session).makeLimitedIterator()
    let (before, elsewhere) = (
      try await alice.store.device("beta").backend, try await other.device("beta").backend
    )
    try await before.buy("nonRenewing.standard")
    #expect(await updates.nextProduct() == "nonRenewing.standard")

    try await elsewhere.buy(Self.racecar)
    moved.move()
    _ = try await session.refreshedPurchases()
    try await wait { session.customer.withLock { $0.known.state } == .current }
    try await elsewhere.buy(Self.car)

    #expect(await updates.nextProduct() == Self.racecar)
    #expect(await updates.nextProduct() == Self.car)
  }

  @Test func `pages of what is unfinished begin anew with the restored store`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buyFuelOutside(150)
    let backup = try alice.store.backUp()
    let other = try await alice.store.restored(from: backup)
    let (moved, session) = try await Self.session(of: alice, movingTo: other)
    var unfinished = Transaction.Transactions.unfinished(of: session).makeLimitedIterator()
    var seen: [UInt64] = []
    for _ in 1...100 { seen.append(try #require(await unfinished.next()).unsafePayloadValue.id) }

    moved.move()
    while let transaction = await unfinished.next() {
      seen.append(transaction.unsafePayloadValue.id)
    }

    #expect(seen.count == 250, "100 of the store before, and all 150")
    #expect(Set(seen).count == 150)
  }

  /// A session of the customer's device, behind whose address the store is replaced by another.
  private static func session(
    of alice: Customer, movingTo other: StoreFixture
  ) async throws -> (MovedStore, StoreSession) {
    let moved = MovedStore(
      from: try await alice.store.backend(of: alice.registration),
      to: try await other.backend(of: alice.registration))
    let session = try await StoreSession(
      moved, sheets: ScriptedSheets(), device: try DeviceStore.open(alice.folder.url),
      environment: alice.recorder.environment)
    return (moved, session)
  }
}

/// A store behind an address, which another takes the place of.
private final class MovedStore: ForwardingBackend {
  private let stores: [any StoreBackend]
  private let hasMoved = Atomic(false)

  init(from first: any StoreBackend, to second: any StoreBackend) { stores = [first, second] }

  func move() { hasMoved.store(true, ordering: .relaxed) }

  var store: any StoreBackend { stores[hasMoved.load(ordering: .relaxed) ? 1 : 0] }
}
