import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: LedgerTransacting {
  package func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreFault) -> Decision<Value>
  ) async throws(StoreFault) -> Value {
    try await write(for: .customer(customer)) { db in
      let settings = try StoreRow.existing(db)
      try db.checkTerms(of: needs, settings)
      let before = try LedgerRows(db: db, customer: customer).load(needs)
      let decision = try decide(before, settings)
      try db.write(decision, for: customer, settings)
      return decision.value
    }
  }
}

extension Database {
  /// Checks that the catalogue and the settings have not changed since a market was read.
  fileprivate func checkTerms(of needs: LedgerNeeds, _ settings: StoreSettings) throws {
    guard let terms = needs.terms else { return }
    let version = try catalogueVersion(at: .distantFuture)
    guard terms == MarketTerms(version: version, settings) else {
      throw StoreFault.termsChanged
    }
  }

  /// Writes a decision about a customer's ledger: its events and their effects.
  func write<Value>(
    _ decision: Decision<Value>, for customer: CustomerNumber, _ settings: StoreSettings
  ) throws {
    guard !decision.draft.changes.isEmpty else { return }
    for change in decision.draft.changes {
      try EventRow(change, of: customer, epoch: settings.epoch).insert(self)
    }
    try write(decision.draft.difference, for: customer)
    try moveClock(decision.clock, at: decision.now, settings)
  }

  /// Writes what has changed in a customer's ledger.
  func write(_ difference: LedgerDifference, for customer: CustomerNumber) throws {
    if let lastCount = difference.lastCount {
      try cachedStatement(sql: "UPDATE customer SET last_count = ? WHERE number = ?")
        .execute(arguments: [Int64(lastCount), customer.rawValue])
    }
    for transaction in difference.transactions {
      try TransactionRow(transaction, of: customer).upsert(self)
    }
    for subscription in difference.subscriptions {
      try SubscriptionRow(subscription, of: customer).upsert(self)
    }
    for (key, record) in difference.orders {
      try OrderRow(record, key: key, of: customer).insert(self)
    }
    for used in difference.usedNonces { try remember(used) }
  }

  /// Writes the time of a decision and the clock afterwards; `nil` leaves the clock as it is.
  func moveClock(_ clock: StoreClock?, at now: Date, _ settings: StoreSettings) throws {
    var moved = settings
    moved.lastNow = max(now, settings.lastNow)
    moved.clock = clock ?? settings.clock
    if moved != settings { try StoreRow(moved).upsert(self) }
  }
}
