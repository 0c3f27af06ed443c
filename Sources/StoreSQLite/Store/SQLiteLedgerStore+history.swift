import AppStorePayloads
import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

// The pages of histories.
extension SQLiteLedgerStore {
  package func transactions(
    of customer: CustomerNumber, _ query: HistoryQuery
  ) async throws(StoreError) -> [LedgerTransaction] {
    try await readList { db in
      try TransactionRow.fetchAll(
        db.cachedStatement(sql: db.sql(of: query, customer)),
        arguments: query.arguments(of: customer)
      ).map(\.value)
    }
  }

  package func allTransactions(
    account: String?, before last: LedgerTransaction?, limit: Int
  ) async throws(StoreError) -> [StoredTransaction] {
    try await readList { db in
      guard let account else {
        return try db.storedTransactions(before: last, limit)
      }
      return try db.customer(ofAccount: account).map {
        try db.storedTransactions(of: $0, before: last, limit)
      } ?? []
    }
  }

  package func allSubscriptions(
    before last: StoredTransaction?, limit: Int
  ) async throws(StoreError) -> [StoredTransaction] {
    try await readList { db in
      let latest = try Row.fetchAll(
        db.cachedStatement(sql: LedgerQuery.latestPeriods),
        arguments: [
          "customer": last?.customer.rawValue ?? .max,
          "original": HistoryQuery.before(last?.transaction.originalID), "limit": limit,
        ])
      return try latest.map { row in
        try db.storedTransaction(row.decode(forColumn: "transaction_id"))
          .required("transaction_id", of: SubscriptionRow.self)
      }
    }
  }
}

extension Database {
  fileprivate func sql(of query: HistoryQuery, _ customer: CustomerNumber) throws -> String {
    guard let product = query.productID else {
      return query.includingFinishedConsumables ? LedgerQuery.history : LedgerQuery.listedHistory
    }
    guard !query.includingFinishedConsumables, try isConsumable(product, of: customer) else {
      return LedgerQuery.historyOfProduct
    }
    return LedgerQuery.listedHistoryOfConsumable
  }

  private func isConsumable(_ product: String, of customer: CustomerNumber) throws -> Bool {
    try String.fetchOne(
      cachedStatement(sql: LedgerQuery.typeOfProduct),
      arguments: [customer.rawValue, product.argument])
      == ProductType.consumable.rawValue
  }

  fileprivate func customer(ofAccount name: String) throws -> Int64? {
    try Int64.fetchOne(
      cachedStatement(
        sql: """
          SELECT number FROM customer JOIN account ON account.id = customer.account
          WHERE account.name = ?
          """), arguments: [name.argument])
  }

  fileprivate func storedTransactions(
    before last: LedgerTransaction?, _ limit: Int
  ) throws -> [StoredTransaction] {
    try StoredTransactionRow.fetchAll(
      cachedStatement(sql: LedgerQuery.storedTransactions),
      arguments: [
        "date": last?.purchaseDate.millisecondsSince1970 ?? .max,
        "before": HistoryQuery.before(last?.id), "limit": limit,
      ]
    ).map { try addingSubscription(to: $0.value) }
  }

  fileprivate func storedTransactions(
    of customer: Int64, before last: LedgerTransaction?, _ limit: Int
  ) throws -> [StoredTransaction] {
    try StoredTransactionRow.fetchAll(
      cachedStatement(sql: LedgerQuery.storedTransactionsOfCustomer),
      arguments: [
        "customer": customer, "before": HistoryQuery.before(last?.id), "limit": limit,
      ]
    ).map { try addingSubscription(to: $0.value) }
  }
}

extension HistoryQuery {
  fileprivate func arguments(of customer: CustomerNumber) -> StatementArguments {
    var arguments: StatementArguments = [
      "customer": customer.rawValue, "before": Self.before(before), "limit": limit,
    ]
    if let productID { arguments += ["product": productID.argument] }
    return arguments
  }

  /// The ID before which a page begins; the highest one for the first page.
  fileprivate static func before(_ id: TransactionID?) -> Int64 {
    id.map { Int64(clamping: $0.rawValue) } ?? .max
  }
}

extension Database {
  func storedTransaction(_ number: Int64) throws -> StoredTransaction? {
    try StoredTransactionRow.fetchOne(
      cachedStatement(sql: LedgerQuery.storedTransaction), arguments: [number]
    ).map { try addingSubscription(to: $0.value) }
  }

  /// Adds the subscription whose current or last period a transaction is.
  func addingSubscription(to stored: StoredTransaction) throws -> StoredTransaction {
    var stored = stored
    stored.subscription = try subscription(ofLatestPeriod: stored.transaction)
    return stored
  }

  /// Returns the subscription, own or shared, whose current or last period is a transaction.
  private func subscription(ofLatestPeriod transaction: LedgerTransaction) throws -> Subscription? {
    guard transaction.period != nil else { return nil }
    let id: StatementArguments = [Int64(clamping: transaction.id.rawValue)]
    guard transaction.shared == nil else {
      return try SharedPlanRow.fetchOne(
        cachedStatement(sql: LedgerQuery.sharedPlanOfPeriod), arguments: id)?.value.subscription
    }
    return try SubscriptionRow.fetchOne(
      cachedStatement(sql: LedgerQuery.subscriptionOfPeriod), arguments: id)?.value
  }
}

/// A transaction with the name of its account, as the operator's lists read it.
struct StoredTransactionRow: FetchableRecord {
  /// Without its subscription; see `addingSubscription(to:)`.
  let value: StoredTransaction

  init(row: Row) throws {
    let transaction = try TransactionRow(row: row)
    value = StoredTransaction(
      account: try row.decode(forColumn: "account_name"), customer: transaction.customer,
      transaction: transaction.value)
  }
}
