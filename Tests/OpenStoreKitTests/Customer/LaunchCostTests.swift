import AppStorePayloads
import Foundation
import GRDB
import GRDBSQLite
import PrivateFiles
import StoreAPI
import StoreEngine
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit
@testable import StoreSQLite

/// What a launch costs does not depend on what was delivered before, or waits to be.
@Suite(.hangLimit) struct LaunchCostTests {
  @Test func `after 600 renewals were delivered a launch costs what it costs without them`()
    async throws
  {
    let (many, few) = (try await Subscriber(), try await Subscriber())
    try await many.live("P50Y")
    try await few.live("P3M")
    let delivered = [try await many.deliver(), try await few.deliver()]
    for subscriber in [many, few] { _ = try await subscriber.launch() }

    #expect(delivered == [601, 4])
    let costs = [try await many.launch(), try await few.launch()]
    #expect(costs[0].questions == costs[1].questions)
    #expect(costs[0].isAsMuchWork(as: costs[1]))
    #expect(costs[0].isAsLong(as: costs[1]))
  }

  @Test func `a launch with 600 unfinished renewals asks and is answered as with one`() async throws
  {
    let (many, few) = (try await Subscriber(), try await Subscriber())
    for subscriber in [many, few] {
      try await subscriber.live("P3M")
      _ = try await subscriber.deliver()
    }
    try await many.live("P50Y")
    try await few.live("P1M")

    let costs = [try await many.launch(), try await few.launch()]

    // Not the database's work: the stream passes over all that has come since the last launch, once.
    #expect(costs[0].questions == costs[1].questions)
    #expect(costs[0].questions.filter { $0 == "unfinished" }.isEmpty)
    #expect(costs[0].isAsLong(as: costs[1]))
    #expect(try await many.deliver() == 600)
  }

  @Test func `a launch does not wait for the pages that a listener reads`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    let (pages, end) = AsyncStream<Never>.makeStream()
    let store = SlowPages(store: try await alice.store.backend(of: alice.registration), end: pages)
    let line = Line(to: store)
    let session = try await StoreSession(
      line, sheets: ScriptedSheets(), device: try DeviceStore.open(alice.folder.url),
      environment: alice.recorder.environment)
    let listening = Task {
      var updates = Transaction.Transactions.updates(of: session).makeLimitedIterator()
      return await updates.nextProduct()
    }
    try await wait { line.questions.contains("unfinished") }

    let owned = await session.snapshot().entitlements.map(\.unsafePayloadValue.productID)

    #expect(owned == ["nonconsumable.car"])
    end.finish()
    #expect(await listening.value == "nonconsumable.car")
  }
}

/// A store whose pages of what is unfinished come late.
private struct SlowPages: ForwardingBackend {
  let store: any StoreBackend
  /// Ends when the pages come.
  let end: AsyncStream<Never>

  func answer<Value>(
    _ call: StoreCall, forward: () async throws(StoreError) -> Answer<Value>
  ) async throws(StoreError) -> Answer<Value> {
    if call == .unfinished { for await _ in end {} }
    return try await forward()
  }
}

/// What a launch has cost.
private struct Cost {
  var questions: [String]
  /// The bytes of all answers in JSON, with those of the stream.
  var bytes: Int
  /// The instructions of all statements in the database.
  var instructions: Int

  /// Whether the answers have the same length, but for the signatures of two stores' certificates,
  /// each of which is a few bytes longer or shorter; a transaction has more than 1 000 bytes.
  func isAsLong(as other: Cost) -> Bool { abs(bytes - other.bytes) < 500 }

  /// Whether the database has worked as much, but for less than it needs to read one more row for each
  /// of 600 renewals.
  func isAsMuchWork(as other: Cost) -> Bool {
    instructions > 0 && abs(instructions - other.instructions) < 600
  }
}

/// A customer with a plan that is renewed every month.
private struct Subscriber {
  private let customer: Customer

  init() async throws {
    customer = try await Customer.onNewDevice()
    try await customer.buy("subscription.standard")
  }

  func live(_ duration: String) async throws { try await customer.store.advance(duration) }

  /// Runs the app until everything is delivered.
  func deliver() async throws -> Int {
    let run = try await customer.again()
    let updates = run.listen()
    try await run.until(.current)
    let unfinished = await run.unfinishedTransactions().map(\.unsafePayloadValue.id)
    let finished = await run.session.finish(unfinished)
    run.session.close()
    withExtendedLifetime(updates) {}
    return finished.count
  }

  /// Runs the app until its first screen could be drawn.
  func launch() async throws -> Cost {
    let ledgers = try SQLiteLedgerStore(
      file: customer.store.folder.appending(path: "store.sqlite"), connections: .one)
    let engine = try await customer.store.another(over: { _ in ledgers })
    let counter = try InstructionCounter(of: ledgers)
    let backend = try await engine.backend(
      for: customer.registration.token, instance: InstanceID(UUID()))
    let line = Line(to: backend)
    let session = try await StoreSession(
      line, sheets: ScriptedSheets(), device: try DeviceStore.open(customer.folder.url),
      environment: customer.recorder.environment)
    let updates = Transaction.Transactions.updates(of: session).makeAsyncIterator()
    try await wait { session.customer.withLock { $0.known.state } == KnownPurchases.State.current }
    _ = await session.snapshot().entitlements
    _ = try await session.statuses(in: "3F19ED53")
    // The first update moves the cursor, which is written a little later.
    let cursor = session.customer.withLock { $0.known.cursor }
    try await wait { try customer.record().cursor == cursor }
    session.close()
    withExtendedLifetime(updates) {}
    return Cost(
      questions: line.questions.sorted(), bytes: line.bytes, instructions: counter.end())
  }
}

/// Counts the instructions of all statements that end on a store's only connection.
///
/// A row that a statement reads costs at least one, even if it is not in the answer.
private final class InstructionCounter: Sendable {
  private let ledgers: SQLiteLedgerStore
  private let instructions = Atomic(0)

  init(of ledgers: SQLiteLedgerStore) throws {
    self.ledgers = ledgers
    try ledgers.database.writeWithoutTransaction { db in
      let code = sqlite3_trace_v2(
        db.sqliteConnection, UInt32(SQLITE_TRACE_PROFILE),
        { _, counter, statement, _ in
          guard let counter, let statement else { return 0 }
          let count = sqlite3_stmt_status(
            OpaquePointer(statement), SQLITE_STMTSTATUS_VM_STEP, 1)
          Unmanaged<InstructionCounter>.fromOpaque(counter).takeUnretainedValue()
            .instructions.add(Int(count), ordering: .relaxed)
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
  }

  /// Counts no longer.
  ///
  /// - Returns: The number of instructions.
  func end() -> Int {
    ledgers.database.writeWithoutTransaction { db in
      _ = sqlite3_trace_v2(db.sqliteConnection, 0, nil, nil)
    }
    return instructions.load(ordering: .relaxed)
  }
}
