import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

/// The progress of an advance, and its early end.
@Suite(.hangLimit) struct AdvanceProgressTests {
  @Test func `progress is reported after each storage transaction`() async throws {
    let shop = try await SettlementShop.make()
    let engine = try await shop.fixture.another(over: {
      LimitedLedgerStore(ledgers: $0, limit: 10)
    })
    let start = try await engine.clock().now
    let heard = Mutex<[OperatorProgress]>([])

    let answer = try await engine.perform(.advance(move: .to(SettlementShop.end))) { progress in
      heard.withLock { $0.append(progress) }
    }

    let steps = heard.withLock { $0 }
    guard case .advanced(_, SettlementShop.end, let events, _) = answer.value else {
      throw FixtureError(text: "\(answer)")
    }
    #expect(steps.map(\.events) == Array(stride(from: 10, to: events, by: 10)) + [events])
    #expect(steps.allSatisfy { $0.from == start && $0.target == SettlementShop.end })
    #expect(steps.map(\.reached) == steps.map(\.reached).sorted())
    let last = try await shop.history().events.last
    #expect(steps.last?.reached == last?.change.date)
  }

  @Test func `a cancelled advance stops between two transactions and can go on`() async throws {
    let once = try await SettlementShop.settledOnce()
    let shop = try await SettlementShop.make()
    let engine = try await shop.fixture.another(over: {
      LimitedLedgerStore(ledgers: $0, limit: 10)
    })
    let last = Mutex<OperatorProgress?>(nil)

    let advance = Task {
      try await engine.perform(.advance(move: .to(SettlementShop.end))) { progress in
        last.withLock { $0 = progress }
        if progress.events == 20 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: StoreError.unavailable(reason: "the call was cancelled")) {
      try await advance.value
    }

    let stopped = try #require(last.withLock { $0 })
    let history = try await shop.history()
    #expect(stopped.events == 20)
    #expect(try await shop.fixture.engine.clock().now == stopped.reached)
    #expect(history.events.last?.change.date == stopped.reached)
    #expect(once.history.events.starts(with: history.events))
    #expect(try await engine.advance(.to(SettlementShop.end)).value.events == once.events - 20)
    #expect(try await shop.history() == once.history)
  }

  @Test func `an advance by nothing waits until a cancelled one has ended`() async throws {
    let shop = try await SettlementShop.make()
    let first = Mutex<Task<Answer<OperatorResult>, any Error>?>(nil)
    let second = Mutex<Task<Date, any Error>?>(nil)
    let ended = CallCounter()
    let other = Mutex<StoreEngine?>(nil)
    let pauses = CallCounter()
    let engine = try await shop.fixture.another(
      sleep: { _ in
        guard let engine = other.withLock({ $0 }) else { return }
        switch pauses.add() {
        case 1:
          let task = Task {
            let now = try await engine.perform(.advance(move: .by(.zero))).time.now
            ended.add()
            return now
          }
          second.withLock { $0 = task }
        case 3:
          #expect(ended.count == 0)
          first.withLock { $0?.cancel() }
        default: break
        }
        for _ in 0..<100 { await Task.yield() }
      }, over: { LimitedLedgerStore(ledgers: $0, limit: 10) })
    let last = Mutex<OperatorProgress?>(nil)
    other.withLock { $0 = engine }

    let advance = Task {
      try await engine.perform(.advance(move: .to(SettlementShop.end))) { progress in
        last.withLock { $0 = progress }
      }
    }
    first.withLock { $0 = advance }
    _ = await advance.result

    let seen = try await second.withLock { $0 }?.value
    #expect(last.withLock { $0?.events } == 30)
    #expect(seen == last.withLock { $0?.reached })
    #expect(seen != SettlementShop.end)
  }

  @Test func `two advances at once go one behind the other`() async throws {
    let shop = try await SettlementShop.make()
    let month = try #require(CalendarDuration("P1M"))
    let second = Mutex<Task<Answer<OperatorResult>, any Error>?>(nil)
    let other = Mutex<StoreEngine?>(nil)
    let engine = try await shop.fixture.another(
      sleep: { _ in
        guard let engine = other.withLock({ $0.take() }) else { return }
        second.withLock { $0 = Task { try await engine.perform(.advance(move: .by(month))) } }
        for _ in 0..<100 { await Task.yield() }
      }, over: { LimitedLedgerStore(ledgers: $0, limit: 10) })
    other.withLock { $0 = engine }

    let first = try await engine.perform(.advance(move: .to(SettlementShop.end))).value
    let then = try await second.withLock { $0 }?.value

    guard case .advanced(_, SettlementShop.end, _, _) = first,
      case .advanced(SettlementShop.end, let end, _, _)? = then?.value
    else { throw FixtureError(text: "\(first), then \(String(describing: then))") }
    #expect(end == month.added(to: SettlementShop.end))
  }

  @Test func `a stream that is far behind hears every renewal of a long advance`() async throws {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.engine.perform(.setRenewalLimit(isOn: false))
    _ = try await fixture.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    let (alpha, registration) = try await fixture.device("alpha")
    try await alpha.buy("subscription.standard")
    let watch = try await fixture.backend(of: registration)
    var updates = watch.events(after: registration.sequence).makeLimitedIterator()
    #expect(try await updates.next()?.transaction().transactionReason == .purchase)

    let events = try await fixture.engine.advance(
      .to(.fixture.addingTimeInterval(5_000))
    ).value.events

    var dates: [Date] = []
    while dates.count < events, let update = try await updates.next() {
      guard case .transaction = update.value.change else { continue }
      dates.append(try update.transaction().purchaseDate)
    }
    #expect(events == 2_500)
    #expect(zip(dates, dates.dropFirst()).allSatisfy(<))
    #expect(dates.last == .fixture.addingTimeInterval(5_000))
  }
}
