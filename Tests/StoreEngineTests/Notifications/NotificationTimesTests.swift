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

/// The times at which a program sends, and at which its other requests continue.
@Suite(.hangLimit) struct NotificationTimesTests {
  private static let plan = "subscription.standard"
  private static let hour: Duration = .seconds(3_600)
  private static let day: Duration = .seconds(86_400)

  @Test func `a request continues at the stop of an advance that has settled what it needs`()
    async throws
  {
    let (fixture, wall) = (try await StoreFixture.make(), ManualClock(.fixture))
    let (asked, arrivals) = (CallCounter(), CallCounter())
    let (beginning, stop) = (Gate(), Gate())
    let receiver = NotificationReceiver { _ in
      switch arrivals.add() {
      case 1: await beginning.pass()
      case 3: await stop.pass()
      default: break
      }
    }
    _ = try await fixture.sending(to: receiver)
    try await fixture.device("phone").backend.buy(Self.plan)
    _ = try await fixture.engine.perform(.setClock(frozen: false))
    let engine = try await fixture.another(
      wallClock: { wall.now }, clockBound: nil,
      over: { AskedLedgerStore(ledgers: $0, asked: asked) }
    ).sendingNotifications(by: receiver)
    let months = try #require(CalendarDuration("P3M"))

    let advance = Task { try await engine.advance(.by(months)) }
    try await beginning.waitForCaller()
    // The first renewal is due now.
    wall.advance(by: 32 * 86_400)
    let before = asked.count
    let request = Task { try await engine.clock() }
    try await wait(for: "the request") { asked.count > before }
    for _ in 0..<100 { await Task.yield() }
    beginning.open()
    try await stop.waitForCaller()
    let time = try await limited("the request's answer") { try await request.value }
    stop.open()
    _ = try await advance.value

    #expect(time.now == wall.now)
    #expect(
      receiver.received.map(\.name)
        == ["SUBSCRIBED INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
  }

  @Test func `a service sleeps until the next attempt is due, and then makes it`() async throws {
    let receiver = NotificationReceiver([.timedOut])
    let running = try await RunningService(receiver, retries: true)

    try await running.phone.buy("nonconsumable.car")
    try await running.waitForSleep(of: Self.hour)
    running.wall.advance(by: 3_600)
    try await running.wait(ending: Self.hour) { receiver.received.count == 2 }
    await running.end()

    #expect(Set(receiver.received.map(\.signedPayload)).count == 1)
  }

  @Test func `a service sleeps until the next renewal is due, but no longer than a day at once`()
    async throws
  {
    let receiver = NotificationReceiver()
    let running = try await RunningService(receiver)

    try await running.phone.buy(Self.plan)
    try await running.waitForSleep(of: Self.day)
    // The plan renews 31 days after its purchase.
    running.wall.advance(by: 31 * 86_400 - 3_600)
    try await running.wait(ending: Self.day) { running.sleeps.durations.last == Self.hour }
    running.wall.advance(by: 3_600)
    try await running.wait(ending: Self.hour) { receiver.received.count == 2 }
    await running.end()

    #expect(receiver.received.map(\.name) == ["SUBSCRIBED INITIAL_BUY", "DID_RENEW"])
    #expect(!running.sleeps.durations.contains { $0 > Self.day })
  }

  @Test func `a service sleeps until the server is to be asked again about a refund request`()
    async throws
  {
    let receiver = NotificationReceiver()
    let running = try await RunningService(receiver)
    let fuel = try await running.phone.buy("consumable.fuel.octane87").transaction()

    _ = try await running.phone.perform(
      .requestRefund(
        transactionID: fuel.transactionId, requestID: LowercaseUUID(UUID()), reason: .legal,
        text: nil))
    try await running.waitForSleep(of: Self.hour * 12)
    running.wall.advance(by: 12 * 3_600)
    try await running.wait(ending: Self.hour * 12) { receiver.received.count == 3 }
    await running.end()

    #expect(
      receiver.received.map(\.name)
        == ["ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST"])
  }

  @Test func `while the clock is frozen a service waits only for changes`() async throws {
    let receiver = NotificationReceiver([.timedOut])
    let running = try await RunningService(receiver, retries: true, isFrozen: true)

    try await running.phone.buy("nonconsumable.car")
    try await running.wait { receiver.received.count == 1 }
    try await running.phone.buy(Self.plan)
    try await running.wait { receiver.received.count == 2 }
    await running.end()

    #expect(!running.sleeps.durations.contains { $0 > .seconds(1) })
  }
}

/// A program that sends the notifications of a store, and whose clock and sleeps a test controls.
private struct RunningService {
  let wall: ManualClock
  let sleeps: HeldSleeps
  let phone: any StoreBackend
  private let fixture: StoreFixture
  private let service: Task<Void, Never>

  init(
    _ receiver: NotificationReceiver, retries: Bool = false, isFrozen: Bool = false
  ) async throws {
    let (wall, sleeps) = (ManualClock(.fixture), HeldSleeps())
    fixture = try await StoreFixture.make()
    (self.wall, self.sleeps) = (wall, sleeps)
    phone = try await fixture.device("phone").backend
    _ = try await fixture.sending(to: receiver, retries: retries)
    _ = try await fixture.engine.perform(.setClock(frozen: isFrozen))
    let engine = try await fixture.another(
      wallClock: { wall.now }, clockBound: nil, sleep: { try await sleeps.sleep($0) }
    ).sendingNotifications(by: receiver)
    service = Task { await engine.runNotificationService() }
  }

  func waitForSleep(of duration: Duration) async throws {
    try await wait { sleeps.durations.last == duration }
  }

  /// Waits until a condition holds, and ends every sleep of this duration meanwhile.
  func wait(ending duration: Duration? = nil, until condition: () -> Bool) async throws {
    try await TestSupport.wait(for: "the service") {
      if let duration { sleeps.end(duration) }
      return condition()
    }
  }

  func end() async {
    service.cancel()
    await service.value
  }
}

/// Sleeps that last until a test ends them; those of less than a second end at once.
private final class HeldSleeps: Sendable {
  private struct Sleep {
    let duration: Duration
    let end: AsyncStream<Void>.Continuation
  }

  private let begun = Mutex<[Sleep]>([])

  /// In the order in which they began, including those that have ended.
  var durations: [Duration] { begun.withLock { $0.map(\.duration) } }

  func sleep(_ duration: Duration) async throws {
    guard duration >= .seconds(1) else { return await Task.yield() }
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    begun.withLock { $0.append(Sleep(duration: duration, end: end)) }
    for await _ in stream { return }
    throw CancellationError()
  }

  func end(_ duration: Duration) {
    for sleep in begun.withLock({ $0 }) where sleep.duration == duration { sleep.end.yield() }
  }
}

/// A double that counts the questions whether something is due.
private struct AskedLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let asked: CallCounter

  func nextDue(until date: Date) async throws(StoreError) -> DueSettlement? {
    let due = try await ledgers.nextDue(until: date)
    asked.add()
    return due
  }
}
