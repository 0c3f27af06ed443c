import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import Synchronization
import TestSupport
import Testing

/// The cost of one customer's streams for another.
@Suite(.hangLimit) struct StreamFairnessTests {
  @Test func `the streams of one customer read an event in turn, and leave a processor free`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let reads = ConcurrentReads()
    let engine = try await fixture.another(over: { ObservedLedgerStore(ledgers: $0, reads: reads) })
    let registration = try await engine.registerDevice("alpha", signIn: fixture.signIn.token).value
    let buyer = try await engine.backend(for: registration.token, instance: InstanceID(UUID()))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        let stream = try await engine.backend(
          for: registration.token, instance: InstanceID(UUID())
        ).updates(after: registration.sequence, known: nil)
        group.addTask {
          var updates = stream.makeLimitedIterator()
          while let update = try await updates.next() {
            if case .time = update.value.change { begin.yield() }
            if case .transaction = update.value.change { return }
          }
        }
      }
      try await limited("the time in each stream") { for await _ in begun.prefix(40) {} }
      try await buyer.buy("nonconsumable.car")
      try await group.waitForAll()
    }

    #expect(reads.most <= max(1, ProcessInfo.processInfo.activeProcessorCount - 1))
  }

  @Test func `what one customer buys costs the streams of another no read`() async throws {
    let fixture = try await StoreFixture.make()
    let reads = ConcurrentReads()
    let engine = try await fixture.another(over: { ObservedLedgerStore(ledgers: $0, reads: reads) })
    let alice = try await engine.backend(of: "alice")
    let bert = try await engine.backend(of: "bert")
    let other = try await engine.backend(
      for: bert.registration.token, instance: InstanceID(UUID()))
    let stream = other.updates(after: bert.registration.sequence, known: nil)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let listening = Task {
      var updates = stream.makeLimitedIterator()
      while let update = try await updates.next() {
        if case .time = update.value.change { begin.yield() }
        if case .transaction = update.value.change { return }
      }
    }
    try await limited("the stream's time") { for await _ in begun.prefix(1) {} }
    let before = reads.count

    for _ in 0..<30 { try await alice.backend.buy("consumable.fuel.octane87") }
    try await bert.backend.buy("nonconsumable.car")
    try await listening.value

    // Of bert's own event, and of what came with the beginning of the stream.
    #expect(reads.count - before <= 4)
  }
}

extension StoreEngine {
  fileprivate func backend(
    of account: String
  ) async throws -> (backend: any StoreBackend, registration: Registration) {
    let signIn = try await signIn(local: account).value
    let registration = try await registerDevice("\(account)-phone", signIn: signIn.token).value
    let backend = try await backend(for: registration.token, instance: InstanceID(UUID()))
    return (backend, registration)
  }
}

/// How many reads of events there were, and at once.
private final class ConcurrentReads: Sendable {
  private let state = Mutex((now: 0, most: 0, count: 0))

  var most: Int { state.withLock { $0.most } }
  var count: Int { state.withLock { $0.count } }

  func begin() {
    state.withLock { state in
      state.now += 1
      state.count += 1
      state.most = max(state.most, state.now)
    }
  }

  func end() { state.withLock { $0.now -= 1 } }
}

/// A double whose reads of events let other tasks run meanwhile.
private struct ObservedLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let reads: ConcurrentReads

  func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    reads.begin()
    defer { reads.end() }
    for _ in 0..<20 { await Task.yield() }
    return try await ledgers.events(of: customer, after: sequence, limit: limit)
  }
}
