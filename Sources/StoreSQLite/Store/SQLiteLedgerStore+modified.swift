import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine

// The queries of an app's server about a customer.
extension SQLiteLedgerStore {
  package func modifiedTransactions(
    of customer: CustomerNumber, _ query: ModifiedTransactionsQuery
  ) async throws(StoreError) -> ModifiedTransactionsPage {
    let page: @Sendable (Database) throws -> ModifiedTransactionsPage = { db in
      try ModifiedTransactionsReader(db: db, customer: customer, query: query).page()
    }
    // Without a filter, only the rows of the page are read.
    guard query.filter.selectsAll else { return try await readList(page) }
    return try await read(page)
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
  /// Its place in the order of the last modifications.
  var place: LastModification { LastModification(sequence: modifiedSequence, id: value.id) }

  fileprivate func refunded() throws -> RefundedTransaction {
    let date = try value.revocation.required("revocation_date", of: Self.self).date
    return RefundedTransaction(
      place: RefundPlace(date: date, modification: place), transaction: value)
  }
}
