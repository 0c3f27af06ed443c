import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

/// How a store settles many due dates in few storage transactions.
@Suite(.hangLimit) struct SettlementTests {
  private let shop: SettlementShop

  init() async throws { shop = try await SettlementShop.make() }

  @Test(arguments: [1, 2, 7])
  func `a history does not depend on how much one transaction settles`(limit: Int) async throws {
    let once = try await SettlementShop.settledOnce()
    let engine = try await shop.fixture.another(over: {
      LimitedLedgerStore(ledgers: $0, limit: limit)
    })

    let events = try await engine.advance(.to(SettlementShop.end)).value.events

    #expect(try await shop.history() == once.history)
    #expect(events > 60)
  }

  @Test func `a clock that is advanced in many steps gives the history of one step`() async throws {
    let once = try await SettlementShop.settledOnce()
    var count = 0

    for day in stride(from: 3, through: 200, by: 11) {
      let date = Date.fixture.addingTimeInterval(TimeInterval(day * 86_400))
      count += try await shop.fixture.engine.advance(.to(date)).value.events
    }
    count += try await shop.fixture.engine.advance(.to(SettlementShop.end)).value.events

    #expect(try await shop.history() == once.history)
    #expect(count == once.events)
  }

  @Test func `the history is in the order of its dates`() async throws {
    _ = try await shop.fixture.engine.advance(.to(SettlementShop.end))

    let dates = try await shop.history().events.map(\.change.date)

    #expect(dates == dates.sorted())
  }

  @Test func `two processes that settle at once charge nothing twice`() async throws {
    let once = try await SettlementShop.settledOnce()
    let engines = try await [1, 2].asyncMap { _ in
      try await shop.fixture.another(over: { LimitedLedgerStore(ledgers: $0, limit: 5) })
    }

    async let first = engines[0].advance(.to(SettlementShop.end))
    async let second = engines[1].advance(.to(SettlementShop.end))
    _ = try await [first, second]

    #expect(try await shop.history() == once.history)
  }

  @Test(arguments: [0, 1, 5])
  func `a store that fails between two transactions keeps the beginning of the history`(
    transactions: Int
  ) async throws {
    let once = try await SettlementShop.settledOnce()
    let engine = try await shop.fixture.another(over: {
      LimitedLedgerStore(ledgers: $0, limit: 4, transactions: transactions)
    })
    let bought = try await shop.history().events.count

    await #expect(throws: LimitedLedgerStore.error) {
      try await engine.advance(.to(SettlementShop.end))
    }

    let kept = try await shop.history().events
    #expect(kept == Array(once.history.events.prefix(kept.count)))
    #expect((kept.count == bought) == (transactions == 0))
    #expect(try await shop.fixture.engine.clock().now == kept.last?.change.date)
    _ = try await shop.fixture.engine.advance(.to(SettlementShop.end))
    #expect(try await shop.history() == once.history)
  }

  @Test func `another process can write between two transactions of a settlement`() async throws {
    let token = try await shop.fixture.device("second").registration.token
    let other = try await shop.fixture.another()
    let device = try await other.backend(for: token, instance: InstanceID(UUID()))
    let pauses = CallCounter()
    let engine = try await shop.fixture.another(
      sleep: { duration in
        #expect(duration == .milliseconds(5))
        pauses.add()
        try await device.buy("coin")
      }, over: { LimitedLedgerStore(ledgers: $0, limit: 30) })

    let events = try await engine.advance(.to(SettlementShop.end)).value.events

    let coins = try await shop.fixture.engine.transactions(account: "alice").value
      .count { $0.transaction.productId == "coin" }
    #expect(coins == events / 30)
    #expect(pauses.count == coins && coins > 1)
  }

  @Test(arguments: [true, false])
  func `what is changed between two transactions of a settlement counts from then on`(
    byAnotherProcess: Bool
  ) async throws {
    let ledgers = try SQLiteLedgerStore(file: shop.fixture.folder.appending(path: "store.sqlite"))
    let limited = LimitedLedgerStore(ledgers: ledgers, limit: 12)
    let other = try await shop.fixture.another(over: {
      byAnotherProcess ? $0 as any LedgerStore : limited
    })
    let stopped = Mutex<Date?>(nil)
    let engine = try await shop.fixture.another(
      sleep: { _ in
        guard stopped.withLock({ $0 == nil }) else { return }
        let plan = SubscriptionReference.product("plan.1", account: "alice")
        let answer = try await other.perform(.disableAutoRenew(subscription: plan))
        stopped.withLock { $0 = answer.time.now }
      }, over: { _ in limited })

    _ = try await engine.advance(.to(SettlementShop.end))

    let date = try #require(stopped.withLock { $0 })
    let periods = try await engine.transactions(account: "alice").value.map(\.transaction)
      .filter { $0.productId == "plan.1" }
    #expect(periods.count > 1)
    #expect(periods.allSatisfy { $0.purchaseDate <= date }, "renewed after it was turned off")
  }

  @Test func `600 renewals are one storage transaction`() async throws {
    let fixture = try await StoreFixture.make()
    try await fixture.device("alpha").backend.buy("subscription.pro")
    let settlements = CallCounter()
    let engine = try await fixture.another(over: {
      CountingLedgerStore(ledgers: $0, calls: CallCounter(), settlements: settlements)
    })

    let events = try await engine.advance(.by(#require(CalendarDuration("P50Y")))).value.events

    #expect(events == 599)
    #expect(settlements.count == 1)
  }

  @Test func `a request costs one read if nothing is due`() async throws {
    let fixture = try await StoreFixture.make()
    let token = try await fixture.device("alpha").registration.token
    let calls = CallCounter()
    let engine = try await fixture.another(over: {
      CountingLedgerStore(ledgers: $0, calls: calls, settlements: CallCounter())
    })
    let alpha = try await engine.backend(for: token, instance: InstanceID(UUID()))
    _ = try await alpha.storefront()
    let before = calls.count

    _ = try await alpha.storefront()

    #expect(calls.count == before + 1)
  }
}
