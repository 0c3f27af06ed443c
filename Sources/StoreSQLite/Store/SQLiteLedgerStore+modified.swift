import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine

// The queries of an app's server about a customer.
extension SQLiteLedgerStore {
  package func modifiedTransactions(
    of customer: CustomerNumber, _ query: ModifiedTransactionsQuery
  ) async throws(StoreError) -> ModifiedTransactionsPage {
    try await readList { db in
      try ModifiedTransactionsReader(db: db, customer: customer, query: query).page()
    }
  }

  package func refundedTransactions(
    of customer: CustomerNumber, after place: RefundPlace?, limit: Int
  ) async throws(StoreError) -> [RefundedTransaction] {
    try await readList { db in
      try TransactionRow.fetchAll(
        db.cachedStatement(sql: LedgerQuery.refunded),
        arguments: [
          "customer": customer.rawValue, "date": place?.date.millisecondsSince1970 ?? .min,
          "sequence": place?.modification.sequence ?? .min,
          "id": place?.modification.id.column ?? .min, "limit": limit,
        ]
      ).map { try $0.refunded() }
    }
  }

  package func hasCustomer(_ customer: CustomerNumber) async throws(StoreError) -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM customer WHERE number = ?)"),
        arguments: [customer.rawValue]) == true
    }
  }
}

extension TransactionRow {
  fileprivate func refunded() throws -> RefundedTransaction {
    let date = try value.revocation.required("revocation_date", of: Self.self).date
    return RefundedTransaction(
      place: RefundPlace(
        date: date, modification: LastModification(sequence: modifiedSequence, id: value.id)),
      transaction: value)
  }
}
