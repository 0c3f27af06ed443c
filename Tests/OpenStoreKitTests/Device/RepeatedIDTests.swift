import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// An earlier copy of a store gives IDs again: what the device knows by such an ID is another
/// purchase.
@Suite(.hangLimit) struct RepeatedIDTests {
  private static let fuel87 = "consumable.fuel.octane87"
  private static let fuel89 = "consumable.fuel.octane89"
  private static let car = "nonconsumable.car"
  private static let plan = "subscription.standard"

  /// A device that keeps fuel of octane 87, whose ID the store at its address has given to octane
  /// 89.
  private struct Situation {
    let alice: Customer
    /// Another run of the app on the same device.
    let outside: any StoreBackend
    let lost: TransactionID

    init() async throws {
      let before = try await Customer.onNewDevice()
      let copy = try await before.store.rawCopy()
      lost = try await before.buy(fuel87).transaction().transactionID
      outside = try await copy.backend(of: before.registration)
      try #require(try await outside.buy(fuel89).transaction().transactionId == lost)
      alice = try await before.again(at: copy)
    }

    func kept() throws -> [TransactionID] { try alice.record().unfinished?.map(\.id) ?? [] }
  }

  @Test func `a purchase is not finished because another one with its ID is`() async throws {
    let situation = try await Situation()
    _ = try await situation.outside.finish([situation.lost])

    #expect(await situation.alice.unfinished() == [])

    #expect(try situation.kept() == [situation.lost])
  }

  @Test func `a purchase is not finished while the store does not say whose its ID is`()
    async throws
  {
    let situation = try await Situation()
    _ = try await situation.outside.finish([situation.lost])
    let line = situation.alice.line
    line.whileOnItsWay(.unfinished) { line.condition = .cut }

    _ = await situation.alice.unfinished()

    #expect(line.questions.contains("transaction"))
    #expect(try situation.kept() == [situation.lost])
  }

  @Test func `what was delivered from the store does not finish what the device keeps`()
    async throws
  {
    let situation = try await Situation()

    let results = await situation.alice.unfinishedTransactions()
    #expect(results.map(\.unsafePayloadValue.productID) == [Self.fuel89])
    for result in results { await result.unsafePayloadValue.finish() }

    #expect(try await situation.outside.unfinished().isEmpty)
    #expect(try situation.kept() == [situation.lost])
  }

  @Test func `what was delivered from the device does not finish what the store has`()
    async throws
  {
    let situation = try await Situation()
    situation.alice.line.condition = .cut
    let results = await situation.alice.unfinishedTransactions()
    #expect(results.map(\.unsafePayloadValue.productID) == [Self.fuel87])
    situation.alice.line.condition = .good

    for result in results { await result.unsafePayloadValue.finish() }

    #expect(try await situation.outside.unfinished().count == 1)
    #expect(await situation.alice.unfinished() == [Self.fuel89])
  }

  @Test func `renewals that the copy sells by itself do not hide what the device knows`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.buy(Self.plan).transaction().finish()
    let copy = try await alice.store.rawCopy()
    let lost = try await alice.buy(Self.fuel87).transaction()
    let epoch = try await copy.engine.clock().epoch
    _ = try await copy.advance("P2M1D")
    let later = try await alice.again(at: copy)

    let updates = later.listen()
    defer { withExtendedLifetime(updates) {} }
    try await wait { try await copy.engine.clock().epoch != epoch }

    let bought = try await later.buy(Self.fuel89).transaction()
    #expect(bought.id > max(lost.id, TransactionNumbers.firstRestored))
  }

  @Test func `a reset of a restored store leaves no proof that is of no use`() async throws {
    let first = try await Customer.onNewDevice()
    let store = try await first.store.restored(from: first.store.backUp())
    let alice = try await first.again(at: store)
    for _ in 1...9 { try await alice.buy(Self.fuel87) }
    let highest = try #require(try alice.record().newest?.id)
    _ = try await store.engine.reset()
    _ = await alice.unfinished()
    try #require(try await alice.record().time.epoch == store.engine.clock().epoch)
    let later = try await alice.again()
    let known = try await later.buy(Self.fuel87).transaction()
    try #require(known.transactionID < highest, "another customer has lower numbers")
    let copy = try await store.rawCopy()
    let lost = try await later.buy(Self.fuel87).transaction()
    let epoch = try await copy.engine.clock().epoch

    let bought = try await later.again(at: copy).buy(Self.fuel89).transaction()

    #expect(bought.id != lost.id)
    #expect(try await copy.engine.clock().epoch != epoch)
  }

  @Test func `another customer's transaction is remembered only in the present epoch`() throws {
    let sample = try SampleDevice()
    func received(_ id: UInt64, of customer: String, epoch: Int) throws -> ReceivedTransaction {
      let payload = TransactionPayload.sample(id) { $0.appTransactionId = customer }
      return ReceivedTransaction(
        Signed(jws: try sample.sign(payload), payload: payload, error: nil), epoch: epoch)
    }
    var record = try sample.device.read()
    func newest() -> UInt64? { record.newest?.id.rawValue }

    record.remember(try received(9, of: "1", epoch: 1))
    record.remember(try received(8, of: "1", epoch: 1))
    #expect(newest() == 9)
    record.remember(try received(3, of: "2", epoch: 2))
    #expect(newest() == 9, "the store was replaced, and has not seen the proof")
    record.time.epoch = 2
    record.remember(try received(3, of: "2", epoch: 2))
    #expect(newest() == 3)
    record.remember(try received(9, of: "1", epoch: 1))
    #expect(newest() == 3)
  }

  @Test(
    arguments: [DeviceChange.finished([TransactionID(rawValue: 2)]), .purchases()], [false, true])
  func `the file loses what is finished, but not another purchase with its ID`(
    change: DeviceChange, isOther: Bool
  ) throws {
    let sample = try SampleDevice()
    let car = try sample.sign(.sample(2))
    try sample.hold(latest: [], unfinished: [car])
    var customer = CustomerState(
      clock: SessionClock(answered: .sample(), readAt: .zero), known: KnownPurchases())
    let received = Signed<TransactionPayload>.sample(2, of: isOther ? Self.fuel89 : Self.car)
    _ = customer.received([received])
    customer.finishedElsewhere = [TransactionID(rawValue: 2)]

    var record = try sample.device.read()
    record.apply(change, of: customer, heardAt: .fixture)

    #expect(record.unfinished?.map(\.jws) == (isOther ? [car] : []))
  }
}

/// When a store is shown the newest transaction of the device's file.
@Suite struct RollbackCheckTests {
  @Test func `once for each connection, and only before something newer replaces it`() {
    var check = RollbackCheck(isNeeded: true)
    /// Whether the store is asked, and asked again.
    func asks() -> [Bool] { [check.mustAsk(), check.mustAsk()] }
    #expect(asks() == [false, false])
    check.receivedNewer()
    #expect(asks() == [true, false])
    check.lost()
    #expect(asks() == [true, false], "the store was away before it answered")
    check.showed(on: check.connection)
    #expect(check.isShown)
    check.receivedNewer()
    #expect(asks() == [false, false])
    check.lost()
    #expect(!check.isShown)
    #expect(asks() == [false, false])
    check.receivedNewer()
    #expect(asks() == [true, false])
    #expect(RollbackCheck(isNeeded: false).isShown)
  }

  @Test func `again after another answer, if the question was lost while the store stayed`() {
    var check = RollbackCheck(isNeeded: true)
    func asks() -> Bool { check.mustAsk() }
    check.receivedNewer()
    #expect(asks())

    check.failed(on: check.connection)
    #expect(!asks(), "nothing says yet that the store answers")
    check.answered()
    #expect(asks())
  }

  @Test func `what the store of an earlier connection answers says nothing about this one's`() {
    var check = RollbackCheck(isNeeded: true)
    func asks() -> Bool { check.mustAsk() }
    let earlier = check.connection
    check.receivedNewer()
    #expect(asks())
    check.lost()
    #expect(asks())

    check.showed(on: earlier)
    #expect(!check.isShown)
    check.failed(on: earlier)
    check.answered()
    #expect(!asks(), "the question is still on its way")
    check.showed(on: check.connection)
    #expect(check.isShown)
  }
}
