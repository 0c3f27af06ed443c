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
      let before = try LedgerRows(db: db, customer: customer).load(needs)
      let decision = try decide(before, settings)
      try db.write(decision, to: before, settings)
      return decision.value
    }
  }
}

extension Database {
  /// Writes what a decision about a ledger leads to.
  func write<Value>(
    _ decision: Decision<Value>, to before: Ledger, _ settings: StoreSettings
  ) throws {
    guard !decision.changes.isEmpty else { return }
    try append(decision.changes, to: before, epoch: settings.epoch)
    try moveClock(decision, settings)
  }

  private func moveClock<Value>(
    _ decision: Decision<Value>, _ settings: StoreSettings
  ) throws {
    var moved = settings
    moved.lastNow = max(decision.now, settings.lastNow)
    moved.clock = decision.clock ?? settings.clock
    if moved != settings { try StoreRow(moved).upsert(self) }
  }

  /// Writes events, and of the ledger what they change.
  private func append(_ changes: [LedgerChange], to before: Ledger, epoch: Int) throws {
    var after = before
    for change in changes {
      after.apply(change.event)
      try EventRow(change, of: before.customer, epoch: epoch).insert(self)
    }
    try project(from: before, to: after)
  }

  private func project(from before: Ledger, to after: Ledger) throws {
    let customer = before.customer
    if after.lastCount != before.lastCount {
      try cachedStatement(sql: "UPDATE customer SET last_count = ? WHERE number = ?")
        .execute(arguments: [Int64(after.lastCount), customer.rawValue])
    }
    // In the order of their IDs: a period refers to the first of its chain.
    for (id, transaction) in after.transactions.sorted(by: { $0.key < $1.key })
    where before.transactions[id] != transaction {
      try TransactionRow(transaction, of: customer).upsert(self)
    }
    for (groupID, subscription) in after.subscriptions
    where before.subscriptions[groupID] != subscription {
      try SubscriptionRow(subscription, of: customer).upsert(self)
    }
    for (key, record) in after.orders where before.orders[key] != record {
      try OrderRow(record, key: key, of: customer).insert(self)
    }
  }
}
