import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func beginEpoch(
    evidence: RollbackEvidence,
    decide: @escaping @Sendable (StoreSettings, IssuedNumbers) throws(StoreError) -> StoreSettings?
  ) async throws(StoreError) -> StoreSettings? {
    // Almost always there is nothing to do, and no reason to wait for those who write.
    let isNeeded = try await read { db in
      try decide(StoreRow.existing(db), db.issuedNumbers(evidence)) != nil
    }
    guard isNeeded else { return nil }
    return try await write { db in
      let settings = try StoreRow.existing(db)
      guard let changed = try decide(settings, db.issuedNumbers(evidence)) else {
        return (nil, .noCustomer)
      }
      try StoreRow(changed).upsert(db)
      return (changed, .allCustomers)
    }
  }
}

extension Database {
  fileprivate func issuedNumbers(_ evidence: RollbackEvidence) throws -> IssuedNumbers {
    let lastCustomer = try Int64.fetchOne(
      cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'customer'"))
    let lastCount = try Int64.fetchOne(
      cachedStatement(sql: "SELECT last_count FROM customer WHERE number = ?"),
      arguments: [evidence.customer.rawValue])
    let transaction = try TransactionRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM \"transaction\" WHERE id = ?"),
      arguments: [Int64(clamping: evidence.id.rawValue)])
    return IssuedNumbers(
      lastCustomer: CustomerNumber(rawValue: lastCustomer ?? 0),
      lastCount: lastCount.map { UInt64(clamping: $0) }, transaction: transaction?.value,
      highest: try highestNumber())
  }

  /// Returns the greatest number of a transaction or a waiting order; `nil` before the first.
  func highestNumber() throws -> TransactionID? {
    let transaction = try Int64.fetchOne(self, sql: "SELECT max(id) FROM \"transaction\"")
    // No transaction has the number of a waiting order either; earlier versions had none.
    let order =
      try tableExists("waiting_order")
      ? Int64.fetchOne(self, sql: "SELECT max(number) FROM waiting_order") : nil
    return [transaction, order].compactMap(\.self).max()
      .map { TransactionID(rawValue: UInt64(max($0, 0))) }
  }
}
