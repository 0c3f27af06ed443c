import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@Suite(.hangLimit) struct UpdatesTests {
  @Test func `a stream delivers a renewal when a running clock reaches it`() async throws {
    let fixture = try await StoreFixture.make()
    let wall = ManualClock(.fixture)
    let renewal = Date.fixture.addingTimeInterval(59 * 86_400)
    let engine = try await fixture.another {
      wall.now
    } sleep: { duration in
      // An alarm that is cancelled meanwhile may have moved the clock already.
      if wall.now < renewal { wall.advance(by: duration / .seconds(1)) }
    }
    _ = try await engine.setClock(frozen: false)
    let registration = try await engine.registerDevice(
      "alpha", signIn: fixture.signIn.token
    ).value
    let alpha = try await engine.backend(
      for: registration.token, instance: InstanceID(UUID()))
    try await alpha.buy("subscription.pro")
    // A store that is not used for 45 days would ask its operator about the time.
    for days in [30.0, 27] {
      wall.advance(by: days * 86_400)
      _ = try await alpha.purchases()
    }
    var updates = alpha.events(after: registration.sequence).makeLimitedIterator()

    let first = try #require(try await updates.next())

    #expect(try first.transaction().transactionReason == .renewal)
    #expect(try first.transaction().purchaseDate == renewal)
  }

  @Test func `a stream that is not read does no work, and later delivers everything in order`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    let clockReads = Atomic(0)
    let otherEngine = try await fixture.another {
      clockReads.add(1, ordering: .relaxed)
      return .fixture
    }
    let reader = try await otherEngine.backend(
      for: registration.token, instance: InstanceID(UUID()))
    var updates = reader.events(after: registration.sequence).makeLimitedIterator()
    try await alpha.buy("nonconsumable.car")
    _ = try await updates.next()

    let before = clockReads.load(ordering: .relaxed)
    var bought: [TransactionID] = []
    // Each order is two events: the charge and the order's result.
    for _ in 0..<500 {
      bought.append(try await alpha.buy("consumable.fuel.octane87").transaction().transactionId)
    }

    #expect(clockReads.load(ordering: .relaxed) == before)
    var seen: [TransactionID] = []
    var sequences: [Int64] = []
    while seen.count < bought.count, let update = try await updates.next() {
      seen.append(try update.transaction().transactionId)
      sequences.append(update.value.sequence)
    }
    #expect(seen == bought)
    #expect(zip(sequences, sequences.dropFirst()).allSatisfy(<))
  }

  @Test func `a stream whose consumer is cancelled reads no other page of what is known`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    try await alpha.buy("subscription.standard")
    try await fixture.advance("P20Y")
    let known = try await alpha.purchases().value.sequence
    let consumer = Mutex<Task<Int, any Error>?>(nil)
    let (begun, begin) = AsyncStream.makeStream(of: Never.self)
    let pages = CallCounter()
    let engine = try await fixture.another(over: {
      PagedLedgerStore(ledgers: $0, pages: pages) {
        for await _ in begun {}
        consumer.withLock { $0 }?.cancel()
      }
    })
    let stream = try await engine.backend(
      for: registration.token, instance: InstanceID(UUID())
    ).updates(after: registration.sequence, known: known)

    let task = Task { try await stream.reduce(into: 0) { count, _ in count += 1 } }
    consumer.withLock { $0 = task }
    begin.finish()

    #expect(try await limited("the end of the stream") { try await task.value } == 0)
    #expect(pages.count == 1)
  }

  @Test func `a plan for which a code was redeemed is sent once to a stream that catches up`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    try await alpha.buy("subscription.pro")
    try await fixture.perform(.redeemCode("pro.free.month"), as: alpha)
    let beta = try await fixture.backend(of: registration)

    let plans = try await beta.missedUpdates(after: registration.sequence).compactMap {
      update -> SignedSubscription? in
      if case .subscription(let plan) = update.value.change { plan } else { nil }
    }

    #expect(try plans.map { try $0.renewalInfo().offerType } == [.code])
  }

  @Test func `a transaction is read once for its update, even if it was upgraded or refunded`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (alpha, registration) = try await fixture.device("alpha")
    try await alpha.buy("subscription.standard")
    let pro = try await alpha.buy("subscription.pro").transaction()
    _ = try await fixture.engine.refund(pro.transactionId)
    let reads = CallCounter()
    let engine = try await fixture.another(over: { ReadLedgerStore(ledgers: $0, reads: reads) })
    let beta = try await engine.backend(for: registration.token, instance: InstanceID(UUID()))

    let updates = try await beta.missedUpdates(after: registration.sequence)

    let transactions = updates.filter { (try? $0.transaction()) != nil }
    #expect(transactions.count == 4)
    #expect(reads.count == 4)
  }
}

extension StoreBackend {
  /// The events that a stream sends before it waits.
  fileprivate func missedUpdates(after sequence: Int64) async throws -> [Answer<StoreUpdate>] {
    var missed: [Answer<StoreUpdate>] = []
    for try await update in updates(after: sequence) {
      guard update.value.isEvent else { break }
      missed.append(update)
    }
    return missed
  }
}

/// A double that counts the reads of a single transaction.
private struct ReadLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let reads: CallCounter

  func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreError) -> LedgerTransaction? {
    reads.add()
    return try await ledgers.transaction(id, of: customer)
  }
}

/// A double that counts the pages of events, and does something before it answers with one.
private struct PagedLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let pages: CallCounter
  let willAnswer: @Sendable () async -> Void

  func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    pages.add()
    await willAnswer()
    return try await ledgers.events(of: customer, after: sequence, limit: limit)
  }
}
