import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreEngine

/// Notifications from the event to the developer's server.
@Suite(.hangLimit) struct NotificationSendingTests {
  private static let plan = "subscription.standard"

  @Test func `a purchase is sent once, and everything in it verifies with the store's root`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.plan)

    try await engine.sendDueNotifications()
    try await engine.sendDueNotifications()

    let sent = try #require(receiver.received.first)
    #expect(receiver.received.map(\.name) == ["SUBSCRIBED INITIAL_BUY"])
    #expect(sent.url.absoluteString == StoreFixture.notificationURL)
    #expect(sent.payload.signedDate == .fixture)
    let verifier = SignedDataVerifier(
      rootCertificate: engine.rootCertificate, bundleID: StoreEngine.defaultBundleID, device: nil)
    #expect(
      try await verifier.verify(sent.signedPayload, as: NotificationPayload.self)
        == .verified(sent.payload))
    guard case .data(let data) = sent.payload.subject else {
      throw FixtureError(text: "\(sent.payload)")
    }
    #expect(data.status == .active)
    #expect(data.bundleId == StoreEngine.defaultBundleID)
    let transaction = try await verifier.verify(
      try #require(data.signedTransactionInfo), as: TransactionPayload.self)
    let renewalInfo = try await verifier.verify(
      try #require(data.signedRenewalInfo), as: RenewalInfoPayload.self)
    #expect(transaction == .verified(transaction.payload))
    #expect(renewalInfo == .verified(renewalInfo.payload))
    #expect(transaction.payload.productId == Self.plan)
    #expect(transaction.payload.deviceVerification == nil)
  }

  @Test func `an event that happened without a URL is not sent later`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let phone = try await fixture.device("phone").backend
    try await phone.buy("nonconsumable.car")
    let engine = try await fixture.sending(to: receiver)
    try await phone.buy("nonconsumable.racecar")
    _ = try await fixture.engine.perform(.setNotificationURL(url: nil))
    try await phone.buy("nonconsumable.utilityvehicle")

    try await engine.sendDueNotifications()
    #expect(receiver.received == [])

    _ = try await fixture.sending(to: receiver)
    try await engine.sendDueNotifications()
    #expect(
      try receiver.received.map { try $0.transaction().productId } == ["nonconsumable.racecar"])
  }

  @Test func `an advance stops at each renewal, whose notification is signed at that time`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.plan)

    let advance = try await engine.advance(.by(try #require(CalendarDuration("P3M")))).value

    #expect(receiver.received.map(\.name) == ["SUBSCRIBED INITIAL_BUY"] + three("DID_RENEW"))
    #expect(
      try receiver.received.map(\.payload.signedDate)
        == receiver.received.map { try $0.transaction().purchaseDate })
    #expect(advance.events == 3)
    #expect(try await engine.clock().now == receiver.received.last?.payload.signedDate)
  }

  @Test func `an advance sends a notification again at the dates of the production schedule`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver(Array(repeating: .timedOut, count: 5))
    let engine = try await fixture.sending(to: receiver, retries: true)
    try await fixture.device("phone").backend.buy("nonconsumable.car")

    _ = try await engine.advance(.by(try #require(CalendarDuration("P30D"))))

    #expect(receiver.received.count == 6)
    #expect(Set(receiver.received.map(\.signedPayload)).count == 1)
    let stored = try #require(try await engine.stored().first)
    #expect(
      stored.attempts.map { $0.attemptDate.timeIntervalSince(.fixture) / 3_600 }
        == [0, 1, 13, 37, 85, 157])
    #expect(
      stored.attempts.map(\.sendAttemptResult)
        == Array(repeating: .timedOut, count: 5) + [.success])
  }

  @Test func `an advance waits for what was due when it stopped, and not for what comes later`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    _ = try await fixture.sending(to: receiver)
    _ = try await fixture.engine.perform(.setClock(frozen: false))
    let (wall, asked) = (ManualClock(.fixture), AskedDates())
    let engine = try await fixture.another(
      wallClock: { wall.now }, over: { BusyLedgerStore(ledgers: $0, wall: wall, asked: asked) }
    ).sendingNotifications(by: receiver)

    _ = try await engine.advance(.by(try #require(CalendarDuration("P1D"))))

    let first = asked.dates.prefix(BusyLedgerStore.calls)
    #expect(first.count == BusyLedgerStore.calls)
    #expect(Set(first).count == 1)
  }

  @Test func `the server is asked about a waiting refund request every 12 hours for two days`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let phone = try await fixture.device("phone").backend
    try await phone.requestRefund(of: phone.buy("consumable.fuel.octane87").transaction())

    _ = try await engine.advance(.by(try #require(CalendarDuration("P30D"))))

    let requests = receiver.received.filter { $0.name == "CONSUMPTION_REQUEST" }
    #expect(
      requests.map { $0.payload.signedDate.timeIntervalSince(.fixture) / 3_600 }
        == [0, 12, 24, 36])
    #expect(Set(requests.map(\.payload.notificationUUID)).count == 4)
    for request in requests {
      guard case .data(let data) = request.payload.subject else {
        throw FixtureError(text: "\(request.payload)")
      }
      #expect(data.consumptionRequestReason == .legal)
    }
  }

  @Test func `a customer who cannot be read does not stop the requests about others`() async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    _ = try await fixture.sending(to: receiver)
    let phones = [
      try await fixture.device("phone").backend, try await fixture.device("phone", of: "bob"),
    ]
    for phone in phones {
      try await phone.requestRefund(of: phone.buy("consumable.fuel.octane87").transaction())
    }
    _ = try await fixture.engine.advance(.by(try #require(CalendarDuration("PT12H"))))
    let engine = try await fixture.another(over: { UnreadableLedgerStore(ledgers: $0) })
      .sendingNotifications(by: receiver)

    await #expect(throws: UnreadableLedgerStore.error) { try await engine.sendDueNotifications() }

    #expect(receiver.received.filter { $0.name == "CONSUMPTION_REQUEST" }.count == 3)
  }

  @Test func `the server is not asked again about a decided request or one about a car`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let phone = try await fixture.device("phone").backend
    try await phone.requestRefund(of: phone.buy("nonconsumable.car").transaction())
    let fuel = try await phone.buy("consumable.fuel.octane87").transaction()
    try await phone.requestRefund(of: fuel)

    _ = try await engine.advance(.by(try #require(CalendarDuration("PT18H"))))
    _ = try await engine.perform(.declineRefund(transactionID: fuel.transactionId))
    _ = try await engine.advance(.by(try #require(CalendarDuration("P30D"))))

    #expect(
      receiver.received.map(\.name) == [
        "ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST",
        "REFUND_DECLINED",
      ])
  }

  @Test func `in a sandbox a notification that fails is not sent again`() async throws {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver([.socketIssue])
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy("nonconsumable.car")

    _ = try await engine.advance(.by(try #require(CalendarDuration("P30D"))))

    #expect(receiver.received.count == 1)
    #expect(
      try await engine.stored().map(\.attempts) == [
        [SendAttemptItem(attemptDate: .fixture, sendAttemptResult: .socketIssue)]
      ])
  }

  @Test func `a repeated attempt does not hold back a later notification`() async throws {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver([.timedOut])
    let engine = try await fixture.sending(to: receiver, retries: true)
    let phone = try await fixture.device("phone").backend
    try await phone.buy("nonconsumable.car")
    try await engine.sendDueNotifications()
    try await phone.buy("nonconsumable.racecar")

    try await engine.sendDueNotifications()

    #expect(
      try receiver.received.map { try $0.transaction().productId }
        == ["nonconsumable.car", "nonconsumable.racecar"])
  }

  @Test func `a server that hangs for one customer delays no other customer's notification`()
    async throws
  {
    let (fixture, gate) = (try await StoreFixture.make(), Gate())
    let receiver = NotificationReceiver { received in
      if (try? received.transaction().productId) == "nonconsumable.car" { await gate.pass() }
    }
    let engine = try await fixture.sending(to: receiver)
    let alice = try await fixture.device("phone").backend
    _ = try await fixture.engine.signIn(local: "bob")
    let bob = try await fixture.device("tablet", of: "bob")
    try await alice.buy("nonconsumable.car")
    try await alice.buy("nonconsumable.utilityvehicle")
    try await bob.buy("nonconsumable.racecar")
    try await bob.buy("consumable.fuel.octane87")

    let sending = Task { try await engine.sendDueNotifications() }
    try await wait(for: "both of bob's") { receiver.received.count == 3 }
    let products = try receiver.received.map { try $0.transaction().productId }
    #expect(!products.contains("nonconsumable.utilityvehicle"))
    gate.open()
    try await sending.value

    #expect(
      try receiver.received.last?.transaction().productId == "nonconsumable.utilityvehicle")
    #expect(receiver.received.count == 4)
  }

  @Test func `two processes that share a store send each notification once`() async throws {
    let fixture = try await StoreFixture.make()
    let receivers = [NotificationReceiver(), NotificationReceiver()]
    let engines = [
      try await fixture.sending(to: receivers[0]), try await fixture.sending(to: receivers[1]),
    ]
    let phone = try await fixture.device("phone").backend
    for _ in 1...12 { try await phone.buy("consumable.fuel.octane87") }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for engine in engines { group.addTask { try await engine.sendDueNotifications() } }
      try await group.waitForAll()
    }
    // The one that ended first may have seen only what the other one was sending.
    for engine in engines { try await engine.sendDueNotifications() }

    let uuids = receivers.flatMap(\.received).map(\.payload.notificationUUID)
    #expect(uuids.count == 12)
    #expect(Set(uuids).count == 12)
  }

  @Test func `another process sends what a killed process had signed`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let dying = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.plan)
    let taken = try await dying.claim(atMost: 10).notifications
    try await fixture.advance("P1D")
    let wall = ManualClock(.fixture)
    let other = try await fixture.sending(to: receiver) { wall.now }

    try await other.sendDueNotifications()
    #expect(receiver.received == [])
    wall.advance(by: StoreEngine.claimDuration)
    try await other.sendDueNotifications()

    #expect(taken.map(\.signedPayload) == receiver.received.map(\.signedPayload))
    #expect(taken.map(\.notification.uuid) == receiver.received.map(\.payload.notificationUUID))
    #expect(receiver.received.map(\.payload.signedDate) == [.fixture])
  }

  @Test func `a process whose clock is a little behind leaves what another one sends`() async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let sending = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.plan)
    _ = try await sending.claim(atMost: 10)

    let behind = try await fixture.sending(to: receiver) { .fixture.addingTimeInterval(-1) }
    #expect(try await behind.claim(atMost: 10).notifications.isEmpty)
    let setBack = try await fixture.sending(to: receiver) { .fixture.addingTimeInterval(-3_600) }
    #expect(try await setBack.claim(atMost: 10).notifications.count == 1)
  }

  @Test func `an unrecorded notification arrives again with the same bytes`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let wall = ManualClock(.fixture)
    let other = try await fixture.sending(to: receiver) { wall.now }
    let dying = try await fixture.another(over: { ForgetfulLedgerStore(ledgers: $0) })
      .sendingNotifications(by: receiver)
    try await fixture.device("phone").backend.buy("nonconsumable.car")

    await #expect(throws: ForgetfulLedgerStore.error) { try await dying.sendDueNotifications() }
    wall.advance(by: StoreEngine.claimDuration)
    try await other.sendDueNotifications()

    #expect(receiver.received.count == 2)
    #expect(Set(receiver.received.map(\.signedPayload)).count == 1)
    #expect(try await other.stored().map(\.attempts.count) == [1])
  }

  @Test func `an attempt that has begun is completed and recorded when its task is cancelled`()
    async throws
  {
    let (fixture, gate) = (try await StoreFixture.make(), Gate())
    let hanging = NotificationReceiver([.timedOut]) { _ in await gate.pass() }
    let engine = try await fixture.sending(to: hanging)
    try await fixture.device("phone").backend.buy("nonconsumable.car")

    let sending = Task { try await engine.sendDueNotifications() }
    try await gate.waitForCaller()
    sending.cancel()
    gate.open()
    _ = await sending.result
    let receiver = NotificationReceiver()
    try await fixture.sending(to: receiver).sendDueNotifications()

    #expect(receiver.received == [])
    #expect(hanging.received.count == 1)
    #expect(
      try await engine.stored().map(\.attempts) == [
        [SendAttemptItem(attemptDate: .fixture, sendAttemptResult: .timedOut)]
      ])
  }

  @Test func `a process whose claim has ended does not record its attempt`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let wall = ManualClock(.fixture)
    let slow = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy("nonconsumable.car")
    let late = try #require(try await slow.claim(atMost: 1).notifications.first)
    let other = try await fixture.sending(to: receiver) { wall.now }
    wall.advance(by: StoreEngine.claimDuration)
    let present = try #require(try await other.claim(atMost: 1).notifications.first)

    let timeout = SendAttemptItem(attemptDate: .fixture, sendAttemptResult: .timedOut)
    try await slow.ledgers.record(timeout, of: late, nextAttemptDate: nil)
    #expect(try await slow.stored().map(\.attempts) == [[]])

    let success = SendAttemptItem(attemptDate: .fixture, sendAttemptResult: .success)
    try await other.ledgers.record(success, of: present, nextAttemptDate: nil)
    #expect(try await slow.stored().map(\.attempts) == [[success]])
  }

  @Test func `a reset deletes unsent notifications`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.plan)

    _ = try await fixture.engine.perform(.reset)
    try await engine.sendDueNotifications()

    #expect(receiver.received == [])
  }

  @Test func `a service sends each notification when it happens, until it ends`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let service = Task { await engine.runNotificationService() }
    let phone = try await fixture.device("phone").backend

    try await phone.buy("nonconsumable.car")
    try await wait(for: "the car") { receiver.received.count == 1 }
    try await phone.buy("nonconsumable.racecar")
    try await wait(for: "the race car") { receiver.received.count == 2 }
    service.cancel()
    await service.value

    #expect(
      try receiver.received.map { try $0.transaction().productId }
        == ["nonconsumable.car", "nonconsumable.racecar"])
  }

  @Test func `a service sends while the store has a URL, and only what happened meanwhile`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.another().sendingNotifications(by: receiver)
    let service = Task { await engine.runNotificationService() }
    let phone = try await fixture.device("phone").backend

    try await phone.buy("nonconsumable.car")
    _ = try await engine.perform(.setNotificationURL(url: StoreFixture.notificationURL))
    try await phone.buy("nonconsumable.racecar")
    try await wait(for: "the race car") { receiver.received.count == 1 }
    _ = try await engine.perform(.setNotificationURL(url: nil))
    try await phone.buy("nonconsumable.utilityvehicle")
    _ = try await engine.perform(.setNotificationURL(url: StoreFixture.notificationURL))
    try await phone.buy(Self.plan)
    try await wait(for: "the plan") { receiver.received.count == 2 }
    service.cancel()
    await service.value

    #expect(
      try receiver.received.map { try $0.transaction().productId }
        == ["nonconsumable.racecar", Self.plan])
  }

  @Test func `an event with two notifications sends both in their order`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    let alice = try await fixture.device("phone").backend
    try await alice.buy("subscription.pro")
    try await fixture.perform(
      .command(.disableAutoRenew(subscription: .product("subscription.pro", account: nil))),
      as: alice)
    try await alice.buy(Self.plan)

    try await engine.sendDueNotifications()

    #expect(
      receiver.received.map(\.name) == [
        "SUBSCRIBED INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
        "DID_CHANGE_RENEWAL_PREF DOWNGRADE", "DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED",
      ])
    #expect(Set(receiver.received.map(\.payload.notificationUUID)).count == 4)
  }

  private func three(_ name: String) -> [String] { Array(repeating: name, count: 3) }
}

/// A double that ends like a process that is killed after the developer's server has answered.
private struct ForgetfulLedgerStore: ForwardingLedgerStore {
  static let error = StoreError.unavailable(reason: "the process was killed")

  let ledgers: SQLiteLedgerStore

  func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) async throws(StoreError) {
    throw Self.error
  }
}

/// The dates until which an engine has asked for unsent notifications.
private final class AskedDates: Sendable {
  private let asked = Mutex<[Date]>([])

  var dates: [Date] { asked.withLock { $0 } }

  func add(_ date: Date) { asked.withLock { $0.append(date) } }
}

/// A double in which another process sends something while the machine's clock runs.
private struct BusyLedgerStore: ForwardingLedgerStore {
  /// The number of calls until everything was sent.
  static let calls = 4

  let ledgers: SQLiteLedgerStore
  let wall: ManualClock
  let asked: AskedDates

  func hasUnsentNotifications(until date: Date) async throws(StoreError) -> Bool {
    asked.add(date)
    wall.advance(by: 1)
    return asked.dates.count < Self.calls
  }
}

/// Storage in which the first customer's ledger cannot be read.
private struct UnreadableLedgerStore: ForwardingLedgerStore {
  static let error = StoreError.unavailable(reason: "the ledger is damaged")

  let ledgers: SQLiteLedgerStore

  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value {
    guard customer.rawValue != 1 else { throw Self.error }
    return try await ledgers.transact(customer, needs: needs, decide: decide)
  }
}

extension StoreEngine {
  /// Everything that was sent, oldest first.
  fileprivate func stored() async throws -> [StoredNotification] {
    try await ledgers.notifications(
      NotificationQuery(dates: Date.distantPast..<Date.distantFuture, limit: 100))
  }
}

extension StoreBackend {
  fileprivate func requestRefund(of transaction: TransactionPayload) async throws {
    _ = try await perform(
      .requestRefund(
        transactionID: transaction.transactionId, requestID: LowercaseUUID(UUID()),
        reason: .legal, text: nil))
  }
}
