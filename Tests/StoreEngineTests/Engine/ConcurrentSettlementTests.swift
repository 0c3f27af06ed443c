import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

/// Several requests of one engine while something is due.
@Suite(.hangLimit) struct ConcurrentSettlementTests {
  @Test func `two requests of one process leave the pauses of a settlement free`() async throws {
    let once = try await SettlementShop.settledOnce()
    let shop = try await SettlementShop.make()
    let wall = try await shop.wallTime(of: SettlementShop.end)
    let log = SettlementLog()
    let second = Mutex<Task<StoreTime, any Error>?>(nil)
    let (checked, hasChecked) = AsyncStream.makeStream(of: Void.self)
    let other = Mutex<StoreEngine?>(nil)
    let engine = try await shop.fixture.another(
      wallClock: { wall }, clockBound: nil,
      sleep: { _ in
        log.add(.pauseBegan)
        if second.withLock({ $0 }) == nil, let engine = other.withLock({ $0 }) {
          log.onDue { hasChecked.yield() }
          let task = Task { try await engine.clock() }
          second.withLock { $0 = task }
          try await limited("the other request") { for await _ in checked.prefix(1) {} }
          for _ in 0..<100 { await Task.yield() }
        }
        log.add(.pauseEnded)
      }, over: { LoggedLedgerStore(ledgers: $0, log: log) })
    other.withLock { $0 = engine }

    let time = try await engine.clock()
    let later = try await second.withLock { $0 }?.value

    #expect(log.batches > 3)
    #expect(log.isAlternating)
    #expect(time.now == SettlementShop.end)
    #expect(later?.now == SettlementShop.end)
    #expect(try await shop.history() == once.history)
  }

  @Test func `a request that is cancelled while it waits ends no other settlement`() async throws {
    let shop = try await SettlementShop.make()
    let wall = try await shop.wallTime(of: SettlementShop.end)
    let log = SettlementLog()
    let other = Mutex<StoreEngine?>(nil)
    let (checked, hasChecked) = AsyncStream.makeStream(of: Void.self)
    let cancelled = Mutex<[String]>([])
    let engine = try await shop.fixture.another(
      wallClock: { wall }, clockBound: nil,
      sleep: { _ in
        guard cancelled.withLock({ $0.isEmpty }), let engine = other.withLock({ $0 }) else {
          return
        }
        log.onDue { hasChecked.yield() }
        let task = Task { try await engine.clock() }
        try await limited("the other request") { for await _ in checked.prefix(1) {} }
        for _ in 0..<100 { await Task.yield() }
        task.cancel()
        // It ends while the settlement that it waits for is paused.
        let result = await task.result
        cancelled.withLock { $0.append("\(result)") }
      }, over: { LoggedLedgerStore(ledgers: $0, log: log) })
    other.withLock { $0 = engine }

    let time = try await engine.clock()

    #expect(time.now == SettlementShop.end)
    #expect(!cancelled.withLock { $0 }.isEmpty)
    #expect(cancelled.withLock { $0 }.allSatisfy { $0.contains("cancelled") })
    #expect(try await engine.advance(.to(SettlementShop.end)).value.events == 0)
  }

  @Test func `what a purchase makes due before a change is settled in transactions of 2500`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.engine.perform(.setRenewalLimit(isOn: false))
    _ = try await fixture.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    let alpha = try await fixture.device("alpha").backend
    let changes = Mutex<[Int?]>([])
    let engine = try await fixture.another(over: {
      PurchaseBeforeClockLedgerStore(
        ledgers: $0, buy: { _ = try? await alpha.buy("subscription.standard") },
        didMove: { settled in changes.withLock { $0.append(settled) } })
    })

    let advance = try await engine.advance(.to(.fixture.addingTimeInterval(6000))).value

    #expect(changes.withLock { $0 } == [2500, nil])
    #expect(advance.events == 3000)
    #expect(advance.to == .fixture.addingTimeInterval(6000))
  }

  @Test func `a change that is refused keeps nothing of what it has settled`() async throws {
    let fixture = try await StoreFixture.make()
    try await fixture.device("alpha").backend.buy("subscription.standard")
    _ = try await fixture.engine.setClock(frozen: false)
    let later = Date.fixture.addingTimeInterval(32 * 86_400)
    let readings = CallCounter()
    // The period ends after everything due was settled.
    let engine = try await fixture.another { readings.add() > 1 ? later : .fixture }
    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))

    await #expect(throws: StoreError.unknownProduct(productID: "garage")) {
      try await engine.perform(.setPrice(productID: "garage", price: 1, policy: .inform))
    }

    #expect(try await ledgers.nextDue(until: later) != nil)
    #expect(try await engine.transactions(account: nil).value.count == 2)
    #expect(try await ledgers.nextDue(until: later) == nil)
  }

  @Test func `a version of the catalogue is sold from its first millisecond`() async throws {
    let fixture = try await StoreFixture.make()
    try await fixture.advance("P1D")
    let change = try await fixture.engine.perform(
      .setPrice(productID: "subscription.pro", price: 1, policy: .inform)
    ).time.now
    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))

    let versions = try await [-86_400_000, -1, 0, 1].asyncMap {
      try await ledgers.catalogueVersion(at: change.addingTimeInterval(Double($0) / 1000))
    }

    #expect(versions == [1, 1, 2, 2])
  }
}

extension SettlementShop {
  /// Lets the clock run, and returns the time of the machine's clock at which it shows `date`.
  fileprivate func wallTime(of date: Date) async throws -> Date {
    let now = try await fixture.engine.setClock(frozen: false).now
    return Date.fixture.addingTimeInterval(date.timeIntervalSince(now))
  }
}

/// The steps of a settlement, in order.
private final class SettlementLog: Sendable {
  enum Entry { case batchBegan, batchEnded, pauseBegan, pauseEnded }

  private let entries = Mutex<[Entry]>([])
  private let listener = Mutex<(@Sendable () -> Void)?>(nil)

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

  func onDue(_ body: @escaping @Sendable () -> Void) { listener.withLock { $0 = body } }

  func didFindDue() { listener.withLock { $0 }?() }

  var batches: Int { entries.withLock { $0.count { $0 == .batchBegan } } }

  /// Whether a whole pause lies between the end of each batch and the next.
  var isAlternating: Bool {
    let cycle: [Entry] = [.batchBegan, .batchEnded, .pauseBegan, .pauseEnded]
    return entries.withLock { entries in
      entries.enumerated().allSatisfy { $1 == cycle[$0 % cycle.count] }
    }
  }
}

/// A double that logs each batch of at most 15 settlements.
private struct LoggedLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let log: SettlementLog

  func nextDue(until date: Date) async throws(StoreError) -> DueSettlement? {
    let due = try await ledgers.nextDue(until: date)
    if due != nil { log.didFindDue() }
    return due
  }

  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    log.add(.batchBegan)
    defer { log.add(.batchEnded) }
    return try await ledgers.settle(until: date, limit: min(limit, 15), settlement)
  }
}

/// A double before whose first move of the clock a customer buys a plan.
private struct PurchaseBeforeClockLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let moves = CallCounter()
  let buy: @Sendable () async -> Void
  /// Is given the number of settlements if more was due, otherwise `nil`.
  let didMove: @Sendable (Int?) -> Void

  func setClock(
    reaching target: Date, frozen: Bool?, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    if moves.add() == 1 { await buy() }
    let change = try await ledgers.setClock(reaching: target, frozen: frozen, settlement)
    if case .hasMoreDue(let settled) = change { didMove(settled) } else { didMove(nil) }
    return change
  }
}
