import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// An earlier copy of a store's files is put back in its place: its devices know more than it does.
@Suite(.hangLimit) struct RollbackTests {
  private static let fuel87 = "consumable.fuel.octane87"
  private static let fuel89 = "consumable.fuel.octane89"
  private static let car = "nonconsumable.car"
  private static let racecar = "nonconsumable.racecar"

  private func ids(_ customer: Customer) async throws -> Set<TransactionID> {
    Set(try await customer.store.engine.transactions(account: "alice").value.map(\.id))
  }

  @Test(arguments: [fuel87, racecar])
  func `a store that was put back gives no ID again`(product: String) async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.car)
    let copy = try await alice.store.rawCopy()
    let lost = try await alice.buy(product).transaction()
    await alice.session.finish(lost.transactionID)

    let later = try await alice.again(at: copy)
    let bought = try await later.buy(Self.fuel89).transaction()

    #expect(bought.id > lost.id)
    let epoch = try await copy.engine.clock().epoch
    #expect(try await epoch != alice.store.engine.clock().epoch)
    #expect(try later.record().time.epoch == epoch)
    #expect(await later.owned() == [Self.car])
    #expect(try await ids(later).intersection(ids(alice)).count == 1, "the car")
  }

  @Test func `a page of the history of the epoch before is not continued`() async throws {
    let alice = try await Customer.onNewDevice()
    for product in [Self.car, Self.racecar] { try await alice.buy(product) }
    let copy = try await alice.store.rawCopy()
    let backend = try await copy.backend(of: alice.registration)
    let page = try await backend.transactions(TransactionsRequest(limit: 1))
    let revision = try #require(page.value.revision)
    try await alice.buy(Self.fuel87)

    try await alice.again(at: copy).buy(Self.fuel87)

    await #expect(throws: StoreError.invalidRequestRevision(revision: revision)) {
      try await backend.transactions(TransactionsRequest(limit: 1, revision: revision))
    }
  }

  @Test func `the same copy can be put back again and again`() async throws {
    let alice = try await Customer.onNewDevice()
    let copies = [try await alice.store.rawCopy(), try await alice.store.rawCopy()]
    var given = [try await alice.buy(Self.fuel87).transaction().id]
    var epochs: Set<Int> = [try await alice.store.engine.clock().epoch]
    for copy in copies {
      let later = try await alice.again(at: copy)
      for _ in 1...2 { given.append(try await later.buy(Self.fuel87).transaction().id) }
      epochs.insert(try await copy.engine.clock().epoch)
    }

    #expect(given == given.sorted() && Set(given).count == 5)
    #expect(epochs.count == 3)
  }

  @Test func `a store that was put back and has sold since is found out too`() async throws {
    let alice = try await Customer.onNewDevice()
    let beta = try await alice.otherDevice()
    let copy = try await alice.store.rawCopy()
    let lost = try await alice.buy(Self.fuel87).transaction()
    let other = try await copy.backend(of: beta.registration)
    let again = try await other.buy(Self.fuel89).transaction().transactionId
    try #require(again == lost.transactionID, "no device that knows the ID has asked")
    try await other.buy(Self.car)

    let bought = try await alice.again(at: copy).buy(Self.fuel87).transaction()

    #expect(bought.id > TransactionNumbers.firstRestored)
  }

  @Test func `a launch finds a store out that has less than the device knows`() async throws {
    let alice = try await Customer.onNewDevice()
    let copy = try await alice.store.rawCopy()
    try await alice.buy(Self.car)
    let epoch = try await copy.engine.clock().epoch

    let later = try await alice.again(at: copy)
    #expect(await later.owned() == [])

    try await wait { try await copy.engine.clock().epoch != epoch }
    try await wait { try await later.record().time.epoch == copy.engine.clock().epoch }
  }

  @Test func `a store that knows what its devices know keeps its epoch and its numbers`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let beta = try await alice.otherDevice()
    try await beta.buy(Self.car)
    let last = try await alice.buy(Self.fuel87).transaction()
    let copy = try await alice.store.rawCopy()
    let epoch = try await copy.engine.clock().epoch

    let bought = try await alice.again(at: copy).buy(Self.fuel89).transaction()
    _ = try await copy.engine.perform(.delete(transactionID: bought.transactionID))
    let next = try await alice.again(at: copy).buy(Self.fuel89).transaction()

    #expect([bought.id, next.id] == [last.id + 1, last.id + 2])
    #expect(try await copy.engine.clock().epoch == epoch)
  }

  @Test(arguments: ["reset", "restored"])
  func `what was bought before a reset or after a backup begins no other epoch`(cause: String)
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let backup = try alice.store.backUp()
    try await alice.buy(Self.fuel87)
    var store = alice.store
    if cause == "reset" { _ = try await store.engine.reset() }
    if cause == "restored" { store = try await store.restored(from: backup) }
    let epoch = try await store.engine.clock().epoch

    try await alice.again(at: store).buy(Self.fuel87)

    #expect(try await store.engine.clock().epoch == epoch)
  }

  @Test func `a device that the copy does not know shows what its predecessor received`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let copy = try await alice.store.rawCopy()
    let beta = try await alice.otherDevice()
    let lost = try await beta.buy(Self.fuel87).transaction()

    let registration = try await copy.device("beta").registration
    _ = try DeviceStore.create(
      beta.folder.url, account: "alice",
      registration: Answer(registration, at: try await copy.engine.clock()), wallClock: .fixture)
    let later = try await beta.again(at: copy, as: registration)
    let bought = try await later.buy(Self.fuel87).transaction()

    #expect(bought.id > lost.id)
    #expect(bought.id > TransactionNumbers.firstRestored)
  }

  @Test func `what another copy of the app delivered is shown too`() async throws {
    let alice = try await Customer.onNewDevice()
    let copy = try await alice.store.rawCopy()
    try await alice.buyFuelOutside(1)
    for result in await alice.unfinishedTransactions() {
      await result.unsafePayloadValue.finish()
    }
    let lost = try await ids(alice)

    let bought = try await alice.again(at: copy).buy(Self.fuel87).transaction()

    #expect(!lost.isEmpty && bought.id > TransactionNumbers.firstRestored)
  }
}
