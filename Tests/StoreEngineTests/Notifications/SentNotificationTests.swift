import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

/// The operator's list of attempts, and notifications that are sent once more.
@Suite(.hangLimit) struct SentNotificationTests {
  private static let car = "nonconsumable.car"

  @Test func `a list that begins now has what is sent afterwards, in order`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver([.timedOut]))
    let engine = try await fixture.sending(to: receiver)
    let phone = try await fixture.device("phone").backend
    try await phone.buy("nonconsumable.racecar")
    try await engine.sendDueNotifications()
    let start = try await engine.attempts(after: nil)

    try await phone.buy(Self.car)
    try await phone.buy("subscription.standard")
    try await engine.sendDueNotifications()
    let page = try await engine.attempts(after: start.last)

    #expect(start.list == [])
    #expect(start.last == 1)
    #expect(page.list.map(\.type) == ["ONE_TIME_CHARGE", "SUBSCRIBED"])
    #expect(page.list.map(\.subtype) == [nil, "INITIAL_BUY"])
    #expect(page.list.map(\.productID) == [Self.car, "subscription.standard"])
    #expect(page.list.map(\.account) == ["alice", "alice"])
    #expect(page.list.map(\.result) == ["SUCCESS", "SUCCESS"])
    #expect(page.list.map(\.number) == [2, 3])
    #expect(page.list.map(\.signedPayload) == receiver.received.dropFirst().map(\.signedPayload))
    #expect(page.last == 3)
    #expect(try await engine.attempts(after: 0).list.map(\.result).first == "TIMED_OUT")
  }

  @Test func `a list without new attempts is empty, and continues at the same place`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.another(sleep: { _ in await Task.yield() })

    let page = try await engine.attempts(after: 0)

    #expect(page.list == [])
    #expect(page.last == 0)
  }

  @Test func `after a reset a list has everything that was sent since`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    try await fixture.device("phone").backend.buy(Self.car)
    try await fixture.device("tablet").backend.buy("nonconsumable.racecar")
    try await engine.sendDueNotifications()
    _ = try await engine.perform(.reset)
    try await fixture.device("laptop").backend.buy(Self.car)
    try await engine.sendDueNotifications()

    let page = try await engine.attempts(after: 2)

    #expect(page.list.map(\.productID) == [Self.car])
    #expect(page.last == 1)
  }

  @Test func `a list has at most twenty attempts, and the next one begins at its last`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let phone = try await fixture.device("phone").backend
    for _ in 0..<21 { try await phone.buy("consumable.fuel.octane87") }
    try await engine.sendDueNotifications()

    let first = try await engine.attempts(after: 0)
    let second = try await engine.attempts(after: first.last)

    #expect(first.list.compactMap(\.number) == Array(1...20))
    #expect(second.list.map(\.number) == [21])
  }

  @Test(arguments: [SendAttemptResult.success, .timedOut])
  func `a notification is sent once more with the same UUID and the same bytes`(
    first: SendAttemptResult
  ) async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver([first]))
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.car)
    try await engine.sendDueNotifications()
    let uuid = try #require(receiver.received.first).payload.notificationUUID

    let sent = try await engine.resend(uuid)
    try await engine.sendDueNotifications()

    #expect(receiver.received.count == 2)
    #expect(Set(receiver.received.map(\.signedPayload)).count == 1)
    #expect(sent.uuid == uuid)
    #expect(sent.attempt == 2)
    #expect(sent.result == "SUCCESS")
    #expect(sent.account == "alice")
    let stored = try #require(try await engine.ledgers.notification(uuid))
    #expect(stored.attempts.map(\.sendAttemptResult) == [first, .success])
  }

  @Test func `a notification that was delivered stays so if it fails once more`() async throws {
    let fixture = try await StoreFixture.make()
    let receiver = NotificationReceiver([.success, .socketIssue])
    let engine = try await fixture.sending(to: receiver, retries: true)
    try await fixture.device("phone").backend.buy(Self.car)
    try await engine.sendDueNotifications()
    let uuid = try #require(receiver.received.first).payload.notificationUUID

    let sent = try await engine.resend(uuid)

    #expect(sent.result == "SOCKET_ISSUE")
    #expect(try await engine.ledgers.nextNotificationDate(after: nil) == nil)
  }

  @Test func `a notification that was never tried is signed when it is sent`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.car)
    let snapshot = try await engine.settled()
    let events = try await fixture.events()
    let event = try #require(events.last { !$0.change.notifications.isEmpty })
    let uuid = snapshot.settings.notificationUUID(of: event.sequence, at: 0)

    let sent = try await engine.resend(uuid)

    #expect(sent.attempt == 1)
    #expect(receiver.received.map(\.payload.notificationUUID) == [uuid])
  }

  @Test func `a notification that is being sent is refused, and the present attempt is recorded`()
    async throws
  {
    let (fixture, gate) = (try await StoreFixture.make(), Gate())
    let hanging = NotificationReceiver([.timedOut]) { _ in await gate.pass() }
    let sender = try await fixture.sending(to: hanging)
    let receiver = NotificationReceiver()
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.car)
    let sending = Task { try await sender.sendDueNotifications() }
    try await gate.waitForCaller()
    let uuid = try #require(hanging.received.first).payload.notificationUUID

    let error = await #expect(throws: StoreError.self) { try await engine.resend(uuid) }
    gate.open()
    try await sending.value
    let sent = try await engine.resend(uuid)

    guard case .notificationRefused(uuid.description, let reason)? = error else {
      throw FixtureError(text: "\(String(describing: error))")
    }
    #expect(reason.hasPrefix("it is being sent"))
    #expect(sent.attempt == 2)
    #expect(receiver.received.map(\.payload.notificationUUID) == [uuid])
    let stored = try #require(try await engine.ledgers.notification(uuid))
    #expect(stored.attempts.map(\.sendAttemptResult) == [.timedOut, .success])
  }

  @Test func `what a killed process had taken is sent once more when its claim has ended`()
    async throws
  {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let dying = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.car)
    let taken = try #require(try await dying.claim(atMost: 1).notifications.first)
    let wall = ManualClock(.fixture)
    let engine = try await fixture.sending(to: receiver) { wall.now }

    await #expect(throws: StoreError.self) { try await engine.resend(taken.notification.uuid) }
    wall.advance(by: StoreEngine.claimDuration)
    let sent = try await engine.resend(taken.notification.uuid)

    #expect(sent.attempt == 1)
    #expect(receiver.received.map(\.signedPayload) == [taken.signedPayload])
  }

  @Test func `an unknown UUID is refused`() async throws {
    let fixture = try await StoreFixture.make()
    let engine = try await fixture.sending(to: NotificationReceiver())
    let uuid = LowercaseUUID(UUID())

    await #expect(throws: StoreError.unknownNotification(name: uuid.description)) {
      try await engine.resend(uuid)
    }
  }

  @Test func `without a URL nothing is sent once more`() async throws {
    let (fixture, receiver) = (try await StoreFixture.make(), NotificationReceiver())
    let engine = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.car)
    try await engine.sendDueNotifications()
    let uuid = try #require(receiver.received.first).payload.notificationUUID
    _ = try await engine.perform(.setNotificationURL(url: nil))

    let error = await #expect(throws: StoreError.self) { try await engine.resend(uuid) }

    guard case .notificationRefused(_, let reason)? = error else {
      throw FixtureError(text: "\(String(describing: error))")
    }
    #expect(reason.hasPrefix("the store has no URL"))
    #expect(receiver.received.count == 1)
  }
}

extension StoreEngine {
  fileprivate func attempts(
    after number: Int64?
  ) async throws -> (list: [SentNotification], last: Int64) {
    guard
      case .sentNotifications(let list, let last) =
        try await perform(.sentNotifications(after: number)).value
    else { throw FixtureError(text: "another result") }
    return (list, last)
  }

  fileprivate func resend(_ uuid: LowercaseUUID) async throws -> SentNotification {
    guard
      case .notificationSent(let sent) = try await perform(.resendNotification(uuid: uuid)).value
    else { throw FixtureError(text: "another result") }
    return sent
  }
}
