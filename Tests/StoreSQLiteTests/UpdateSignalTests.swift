import Foundation
import GRDB
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import StoreSQLite

/// Who looks again after which write.
@Suite(.timeLimit(.minutes(1))) struct UpdateSignalTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var file: URL { folder.appending(path: "store.sqlite") }

  @Test func `a purchase wakes its own customer's readers and nobody else's`() async throws {
    let store = try await founded()
    let alice = Reader(of: .alice, in: store)
    let bob = Reader(of: .bob, in: store)

    for _ in 0..<10 { try await store.record(for: .alice) }

    #expect(await alice.wakes() == 10)
    #expect(await bob.wakes() == 0)
  }

  @Test func `a decision that changes nothing wakes nobody`() async throws {
    let store = try await founded()
    let alice = Reader(of: .alice, in: store)

    try await store.transact(.alice, needs: LedgerNeeds()) { _, _ in
      Decision([], at: .fixture, value: ())
    }

    #expect(await alice.wakes() == 0)
  }

  @Test func `a device's removal wakes its account's readers, what machines do wakes none`()
    async throws
  {
    let store = try await founded()
    let account = try #require(try await store.account(named: "alice"))
    let alice = Reader(of: .alice, in: store)
    let bob = Reader(of: .bob, in: store)

    let phone = DeviceAddition(
      name: "phone", token: .numbered(8), date: .fixture, limit: 1, verificationID: { _ in UUID() })
    _ = try await store.addDevice(phone, signIn: .numbered(1), reassignment: nothing)
    try await store.addSignIn(.numbered(9), account: "alice", at: .fixture, limit: 9)
    _ = try await store.removeSignIn(.numbered(9))
    _ = try await store.removeSignIns(of: account)
    try await store.addSignIn(.numbered(9), account: "carol", at: .fixture, limit: 9)
    _ = try await store.removeDevice("phone", of: account, at: .fixture, reassignment: nothing)

    #expect(await alice.wakes() == 1)
    #expect(await bob.wakes() == 0)
  }

  @Test func `a registration that arrives again writes nothing, although no place is left`()
    async throws
  {
    let store = try await founded()
    let phone = DeviceAddition(
      name: "phone", token: .numbered(8), date: .fixture, limit: 1, verificationID: { _ in UUID() })
    let first = try await store.addDevice(phone, signIn: .numbered(1), reassignment: nothing)
    let alice = Reader(of: .alice, in: store)

    let again = try await store.addDevice(phone, signIn: .numbered(1)) { _, _, settings in
      Issue.record("what there is to deliver was handed over already")
      return Decision([], at: settings.lastNow, value: ())
    }

    #expect(again == first)
    #expect(await alice.wakes() == 0)
    await #expect(throws: StoreFault.unauthorized) {
      try await store.addDevice(phone, signIn: .numbered(7), reassignment: nothing)
    }
  }

  @Test func `the clock and a reset wake everyone`() async throws {
    let store = try await founded()
    let alice = Reader(of: .alice, in: store)
    let bob = Reader(of: .bob, in: store)

    _ = try await store.setClock(.running(offset: 0), at: .fixture)
    _ = try await store.reset(at: .fixture)

    #expect(await alice.wakes() == 2)
    #expect(await bob.wakes() == 2)
  }

  @Test func `what another process writes wakes everyone`() async throws {
    let store = try await founded()
    let elsewhere = try SQLiteLedgerStore(file: file)
    let bob = Reader(of: .bob, in: store)

    try await elsewhere.record(for: .alice)

    await bob.wake()
  }

  @Test func `a process does not take its own writes for another's`() async throws {
    let store = try await founded()
    let elsewhere = try SQLiteLedgerStore(file: file)
    let foreign = try ExternalChangeDetector(store.pool)
    let (reports, report) = AsyncStream<String>.makeStream()

    try await store.record(for: .alice)
    foreign.check { report.yield("after one's own") }
    try await elsewhere.record(for: .alice)
    foreign.check { report.yield("after another's") }
    try await store.record(for: .alice)
    foreign.check { report.yield("after one's own again") }
    // Behind all three.
    try await store.pool.writeWithoutTransaction { _ in report.finish() }

    #expect(await reports.reduce(into: []) { $0.append($1) } == ["after another's"])
  }

  @Test func `a reader that has gone is forgotten`() async throws {
    let store = try await founded()
    for _ in 0..<100 { _ = store.changes() }
    let listening = Task {
      for await _ in store.changes() {}
    }
    listening.cancel()
    await listening.value

    #expect(store.watcher.listeners.count == 0)
  }

  /// A store with two customers, whose clock stands.
  private func founded() async throws -> SQLiteLedgerStore {
    let store = try SQLiteLedgerStore(file: file)
    _ = try await store.create(
      StoreSettings(
        bundleID: "com.example.skdemo", rootHash: Data(count: 32), storefront: "USA",
        locale: "en_US", pace: .realTime, clock: .frozen(at: .fixture), lastNow: .fixture),
      catalogue: .skdemo())
    try await store.addSignIn(.numbered(1), account: "alice", at: .fixture, limit: 9)
    try await store.addSignIn(.numbered(2), account: "bob", at: .fixture, limit: 9)
    return store
  }
}

/// A customer's reader, which counts how often it is woken.
private struct Reader {
  private let stream: AsyncStream<Void>
  private let listener: AsyncStream<Void>.Continuation

  init(of customer: CustomerNumber, in store: SQLiteLedgerStore) {
    (stream, listener) = AsyncStream.makeStream(of: Void.self)
    store.notify(listener, ofChangesTo: customer)
  }

  /// How often it was woken until now, besides at the start.
  func wakes() async -> Int {
    listener.finish()
    return await stream.reduce(into: -1) { count, _ in count += 1 }
  }

  /// Waits until it is woken.
  func wake() async {
    var count = 0
    for await _ in stream {
      count += 1
      if count == 2 { return }
    }
  }
}

extension SQLiteLedgerStore {
  /// Lets something happen to a customer.
  fileprivate func record(for customer: CustomerNumber) async throws {
    try await transact(customer, needs: LedgerNeeds()) { _, _ in
      let closing = LedgerChange(.orderClosed(key: OrderKey(UUID())), at: .fixture, by: nil)
      return Decision([closing], at: .fixture, value: ())
    }
  }
}

extension CustomerNumber {
  fileprivate static let alice = CustomerNumber(rawValue: 1)
  fileprivate static let bob = CustomerNumber(rawValue: 2)
}

extension TokenHash {
  fileprivate static func numbered(_ number: UInt8) -> TokenHash {
    TokenHash(bytes: Data(repeating: number, count: 32))
  }
}

private let nothing: DeliveryReassignment = { _, _, settings in
  Decision([], at: settings.lastNow, value: ())
}
