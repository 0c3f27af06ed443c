import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import Synchronization
import TestSupport

/// A double that settles few subscriptions in one transaction, and may fail after some of them.
struct LimitedLedgerStore: ForwardingLedgerStore {
  static let error = StoreError.unavailable(reason: "the disk is full")

  let ledgers: SQLiteLedgerStore
  let limit: Int
  /// The number of transactions before it fails.
  private let transactions: Int
  private let calls = CallCounter()

  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    guard calls.add() <= transactions else { throw Self.error }
    return try await ledgers.settle(until: date, limit: min(limit, self.limit), settlement)
  }

  init(ledgers: SQLiteLedgerStore, limit: Int, transactions: Int = .max) {
    self.ledgers = ledgers
    self.limit = limit
    self.transactions = transactions
  }
}

/// A double that counts the calls that are made.
struct CountingLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let calls: CallCounter
  let settlements: CallCounter

  func forward<Value: Sendable>(
    _ call: @autoclosure () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    calls.add()
    return try await call()
  }

  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    settlements.add()
    return try await ledgers.settle(until: date, limit: limit, settlement)
  }
}

final class CallCounter: Sendable {
  private let calls = Mutex(0)

  var count: Int { calls.withLock { $0 } }

  /// Returns the number of calls with this one.
  @discardableResult
  func add() -> Int {
    calls.withLock { calls in
      calls += 1
      return calls
    }
  }
}
