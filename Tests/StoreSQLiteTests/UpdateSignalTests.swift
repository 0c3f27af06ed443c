import Foundation
import GRDB
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// The listeners that each write notifies.
@Suite(.hangLimit) struct UpdateSignalTests {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  @Test func `a purchase notifies its own customer's listeners and no others`() async throws {
    let store = try await file.makeStore()
    let alice = CountingListener(of: .alice, in: store)
    let bob = CountingListener(of: .bob, in: store)

    for _ in 0..<10 { try await store.record(for: .alice) }

    #expect(await alice.notifications() == 10)
    #expect(await bob.notifications() == 0)
  }

  @Test func `a decision that changes nothing notifies nobody`() async throws {
    let store = try await file.makeStore()
    let alice = CountingListener(of: .alice, in: store)

    try await store.transact(.alice, needs: LedgerNeeds()) { ledger, _ in
      Decision(LedgerDraft(ledger), at: .fixture, value: ())
    }

    #expect(await alice.notifications() == 0)
  }

  @Test func `a device's removal notifies its account's listeners, and sign-ins notify none`()
    async throws
  {
    let store = try await file.makeStore()
    let account = try #require(try await store.account(named: "alice"))
    let alice = CountingListener(of: .alice, in: store)
    let bob = CountingListener(of: .bob, in: store)

    _ = try await store.addDevice(.phone, signIn: .numbered(1), reassignment: nothing)
    try await store.addSignIn(.numbered(9), local: "alice")
    _ = try await store.removeSignIn(.numbered(9))
    _ = try await store.removeSignIns(of: account)
    try await store.addSignIn(.numbered(9), local: "carol")
    _ = try await store.removeDevice("phone", of: account, at: .fixture, reassignment: nothing)

    #expect(await alice.notifications() == 1)
    #expect(await bob.notifications() == 0)
  }

  @Test func `a repeated registration succeeds in a full account and writes nothing`()
    async throws
  {
    let store = try await file.makeStore()
    let first = try await store.addDevice(.phone, signIn: .numbered(1), reassignment: nothing)
    let alice = CountingListener(of: .alice, in: store)

    let again = try await store.addDevice(.phone, signIn: .numbered(1)) { ledger, _, settings in
      Issue.record("the consumables were reassigned already")
      return Decision(LedgerDraft(ledger), at: settings.lastNow, value: ())
    }

    #expect(again == first)
    #expect(await alice.notifications() == 0)
    await #expect(throws: StoreError.unauthorized) {
      try await store.addDevice(.phone, signIn: .numbered(7), reassignment: nothing)
    }
  }

  @Test func `setting the clock and a reset notify everyone`() async throws {
    let store = try await file.makeStore()
    let alice = CountingListener(of: .alice, in: store)
    let bob = CountingListener(of: .bob, in: store)

    _ = try await store.setClock(reaching: .fixture, frozen: false, .fixture)
    _ = try await store.reset(at: .fixture) { $0.epoch + 1 }

    #expect(await alice.notifications() == 2)
    #expect(await bob.notifications() == 2)
  }

  @Test func `a listener of no customer is notified of the clock, and of no purchase`() async throws
  {
    let store = try await file.makeStore()
    let listener = CountingListener(of: .nobody, in: store)

    for _ in 0..<10 { try await store.record(for: .alice) }
    _ = try await store.setClock(reaching: .fixture, frozen: false, .fixture)

    #expect(await listener.notifications() == 1)
  }

  @Test func `a settlement notifies each of its customers once, and no others`() async throws {
    let store = try await file.makeStore()
    try await store.addSignIn(.numbered(3), local: "carol")
    try await store.buyPlan(for: .alice, signIn: 1)
    try await store.buyPlan(for: .bob, signIn: 2)
    let alice = CountingListener(of: .alice, in: store)
    let bob = CountingListener(of: .bob, in: store)
    let carol = CountingListener(of: CustomerNumber(rawValue: 3), in: store)

    let settled = try await store.settle(
      until: .fixture.addingTimeInterval(91 * 86_400), limit: 100, .fixture)

    #expect(settled.count == 6)
    #expect(await alice.notifications() == 1)
    #expect(await bob.notifications() == 1)
    #expect(await carol.notifications() == 0)
  }

  @Test func `a write of another process notifies everyone`() async throws {
    let store = try await file.makeStore()
    let other = try SQLiteLedgerStore(file: file.url)
    let bob = CountingListener(of: .bob, in: store)

    try await other.record(for: .alice)

    await bob.notification()
  }

  @Test func `only writes of other processes are reported`() async throws {
    let store = try await file.makeStore()
    let other = try SQLiteLedgerStore(file: file.url)
    let detector = try ExternalChangeDetector(store.database)
    let (reports, report) = AsyncStream<String>.makeStream()

    try await store.record(for: .alice)
    detector.check { report.yield("after the first own write") }
    try await other.record(for: .alice)
    detector.check { report.yield("after another process's write") }
    try await store.record(for: .alice)
    detector.check { report.yield("after the second own write") }
    // Runs after all three checks.
    try await store.database.writeWithoutTransaction { _ in report.finish() }

    #expect(await reports.reduce(into: []) { $0.append($1) } == ["after another process's write"])
  }

  @Test func `a listener is removed when its stream ends`() async throws {
    let store = try await file.makeStore()
    for _ in 0..<100 { _ = store.changes() }
    let listening = Task {
      for await _ in store.changes() {}
    }
    listening.cancel()
    try await limited("the end of the stream") { await listening.value }

    #expect(store.watcher.listeners.count == 0)
  }
}

/// A customer's listener, which counts its notifications.
private struct CountingListener {
  private let stream: AsyncStream<Void>
  private let listener: AsyncStream<Void>.Continuation

  init(of customer: CustomerNumber, in store: SQLiteLedgerStore) {
    (stream, listener) = AsyncStream.makeStream(of: Void.self)
    store.notify(listener, ofChangesTo: customer)
  }

  /// The number of notifications until now, without the one at the start.
  func notifications() async -> Int {
    listener.finish()
    return await stream.reduce(into: -1) { count, _ in count += 1 }
  }

  /// Waits for a notification.
  func notification() async {
    var notifications = stream.makeLimitedIterator()
    for _ in 1...2 { _ = await notifications.next() }
  }
}

extension SQLiteLedgerStore {
  /// Adds a customer's device, which buys a monthly plan.
  fileprivate func buyPlan(for customer: CustomerNumber, signIn: UInt8) async throws {
    var phone = DeviceAddition.phone
    phone.token = .numbered(100 + signIn)
    _ = try await addDevice(phone, signIn: .numbered(signIn), reassignment: nothing)
    let device = try #require(try await self.device(token: phone.token)).number
    let terms = CatalogueTerms(version: 1, .fixture())
    let snapshot = try SettlementContext.fixture.snapshot(terms) { try .skdemo() }
    let order = Order(key: OrderKey(UUID()), productID: "subscription.standard")
    try await transact(customer, needs: LedgerNeeds()) { ledger, _ throws(StoreError) in
      var draft = LedgerDraft(ledger)
      let events = try ledger.purchase(order, at: .fixture, in: snapshot, device: device)
      draft.record(events, at: .fixture, in: snapshot)
      return Decision(draft, at: .fixture, value: ())
    }
  }

  /// Appends an event to a customer's ledger.
  fileprivate func record(for customer: CustomerNumber) async throws {
    try await transact(customer, needs: LedgerNeeds()) { ledger, _ in
      var draft = LedgerDraft(ledger)
      draft.record(silent: [.orderClosed(key: OrderKey(UUID()))], at: .fixture)
      return Decision(draft, at: .fixture, value: ())
    }
  }
}

extension DeviceAddition {
  /// The only device that its account may have.
  fileprivate static let phone = DeviceAddition(
    name: "phone", token: .numbered(8), date: .fixture, limit: 1, verificationID: { _ in UUID() })
}

private let nothing: DeliveryReassignment = { ledger, _, settings in
  Decision(LedgerDraft(ledger), at: settings.lastNow, value: ())
}
