import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

@Suite(.hangLimit) struct TimeTests {
  private let fixture: StoreFixture

  init() async throws { fixture = try await StoreFixture.make() }

  @Test func `the clock cannot go beyond the certificates' validity`() async throws {
    let last = fixture.engine.validity.upperBound
    await #expect(throws: StoreError.clockBeyondCertificates(date: last, last: last)) {
      try await fixture.engine.advance(.to(last))
    }
    await #expect(throws: StoreError.self) { try await fixture.advance("P999999Y") }
    #expect(try await fixture.engine.clock().now == .fixture)
  }

  @Test func `a frozen clock stands still, and a running one follows the wall clock`() async throws
  {
    let wall = ManualClock(.fixture.addingTimeInterval(1_000_000))
    let engine = try await fixture.another { wall.now }
    let hour = TimeInterval(3600)

    #expect(try await engine.clock().now == .fixture)
    #expect(try await !engine.setClock(frozen: false).isFrozen)
    wall.advance(by: hour)
    #expect(try await engine.clock().now == .fixture.addingTimeInterval(hour))

    let moved = try await engine.advance(.by(try #require(CalendarDuration("PT1H"))))
    #expect(!moved.time.isFrozen)
    #expect(moved.value.to == .fixture.addingTimeInterval(2 * hour))

    #expect(try await engine.setClock(frozen: true).isFrozen)
    wall.advance(by: hour)
    #expect(try await engine.clock().now == .fixture.addingTimeInterval(2 * hour))
  }

  @Test func `the store's clock does not go back with the wall clock`() async throws {
    let wall = ManualClock(.fixture)
    let engine = try await fixture.another { wall.now }
    _ = try await engine.setClock(frozen: false)
    let (alpha, _) = try await fixture.device("alpha")
    wall.advance(by: 3600)
    let backend = try await engine.backend(
      for: try await engine.registerDevice("beta", signIn: fixture.signIn.token).value.token,
      instance: InstanceID(UUID()))
    let bought = try await backend.buy("nonconsumable.car").time.now

    wall.advance(by: -7200)

    #expect(try await engine.clock().now == bought)
    #expect(try await alpha.storefront().time.now >= bought)
  }

  @Test func `after an interrupted move the clock runs on from where it stopped`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.pro")
    let wall = ManualClock(.fixture)
    let left = Mutex(Int.max)
    let move = Mutex<Task<Void, any Error>?>(nil)
    let readClock: @Sendable () -> Date = {
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { move.withLock { $0?.cancel() } }
      return wall.now
    }
    let engine = try await fixture.another(
      wallClock: readClock, over: { LimitedLedgerStore(ledgers: $0, limit: 1) })
    _ = try await engine.setClock(frozen: false)

    left.withLock { $0 = 4 }
    let task = move.withLock { move in
      let task = Task { _ = try await engine.advance(.to(.fixture.addingTimeInterval(1e9))) }
      move = task
      return task
    }
    await #expect(throws: StoreError.unavailable(reason: "the call was cancelled")) {
      try await task.value
    }

    let stop = try await engine.clock().now
    #expect(stop > .fixture.addingTimeInterval(59 * 86_400))
    wall.advance(by: 3600)
    #expect(try await engine.clock().now == stop.addingTimeInterval(3600))
  }

  @Test func `the first request after a due date settles the renewal`() async throws {
    let wall = ManualClock(.fixture)
    let engine = try await fixture.another(wallClock: { wall.now }, clockBound: nil)
    let (alpha, _) = try await fixture.device("alpha")
    try await alpha.buy("subscription.pro")
    _ = try await engine.setClock(frozen: false)

    wall.advance(by: 60 * 86_400)

    #expect(try await engine.transactions(account: "alice").value.count == 2)
  }

  @Test func `a reset begins a new epoch, and transaction IDs are not used again`() async throws {
    let (alpha, _) = try await fixture.device("alpha")
    let before = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let last = try await alpha.purchases()
    let (sequence, epoch) = (last.value.sequence, last.time.epoch)

    let time = try await fixture.engine.reset()

    #expect(time.epoch != epoch)
    let purchases = try await alpha.purchases()
    #expect(purchases.time.epoch == time.epoch)
    #expect(purchases.value.latest.isEmpty)
    #expect(purchases.value.sequence >= sequence)
    #expect(try await alpha.buy("nonconsumable.car").transaction().transactionId > before)
    #expect(try await fixture.engine.transactions(account: nil).value.count == 1)
  }

  @Test func `listing the transactions of an unknown account fails`() async throws {
    await #expect(throws: StoreError.unknownAccount(name: "carol")) {
      try await fixture.engine.transactions(account: "carol")
    }
    #expect(try await fixture.engine.transactions(account: "alice").value.isEmpty)
  }
}

/// A wall clock that a test moves.
final class ManualClock: Sendable {
  private let date: Mutex<Date>

  init(_ date: Date) {
    self.date = Mutex(date)
  }

  var now: Date { date.withLock { $0 } }

  func advance(by interval: TimeInterval) {
    date.withLock { $0 += interval }
  }
}
