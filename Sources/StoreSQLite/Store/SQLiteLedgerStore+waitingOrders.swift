package import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine

// All customers' waiting orders.
extension SQLiteLedgerStore {
  package func waitingOrders() async throws(StoreError) -> [StoredOrder] {
    try await readList { db in
      try StoredOrderRow.fetchAll(db.cachedStatement(sql: LedgerQuery.waitingOrders)).map(\.value)
    }
  }

  package func waitingOrder(_ number: TransactionID) async throws(StoreError) -> StoredOrder? {
    guard let number = Int64(exactly: number.rawValue) else { return nil }
    return try await read { db in
      try StoredOrderRow.fetchOne(
        db.cachedStatement(sql: LedgerQuery.waitingOrder), arguments: [number])?.value
    }
  }
}

extension Database {
  func waitingOrders(of customer: CustomerNumber) throws -> [WaitingOrder] {
    try WaitingOrderRow.fetchAll(
      cachedStatement(sql: "SELECT * FROM waiting_order WHERE customer = ?"),
      arguments: [customer.rawValue]
    ).map(\.value)
  }

  func unapprovedOrders(of customer: CustomerNumber) throws -> [UnapprovedOrder] {
    try UnapprovedOrderRow.fetchAll(
      cachedStatement(sql: "SELECT * FROM unapproved_order WHERE customer = ?"),
      arguments: [customer.rawValue]
    ).map(\.value)
  }

  /// A customer's orders that wait or were not approved, in the order of their numbers.
  func customerOrders(of customer: CustomerNumber) throws -> [CustomerOrder] {
    let waiting = try waitingOrders(of: customer).map { CustomerOrder($0) }
    let unapproved = try unapprovedOrders(of: customer).map { CustomerOrder($0) }
    return (waiting + unapproved).sorted { $0.id < $1.id }
  }

  func deleteUnapprovedOrders(of products: [String], _ customer: CustomerNumber) throws {
    guard !products.isEmpty else { return }
    let statement = try cachedStatement(
      sql: "DELETE FROM unapproved_order WHERE customer = ? AND product_id = ?")
    for id in products { try statement.execute(arguments: [customer.rawValue, id]) }
  }

  /// Deletes the rows of orders that no longer wait.
  func deleteWaitingOrders(_ numbers: [TransactionID]) throws {
    guard !numbers.isEmpty else { return }
    let statement = try cachedStatement(sql: "DELETE FROM waiting_order WHERE number = ?")
    for number in numbers { try statement.execute(arguments: [number.column]) }
  }
}

/// An order with the name of its account, as the operator's list reads it.
private struct StoredOrderRow: FetchableRecord {
  let value: StoredOrder

  init(row: Row) throws {
    let order = try WaitingOrderRow(row: row)
    value = StoredOrder(
      account: try row.decode(forColumn: "account_name"), customer: order.customer,
      order: order.value)
  }
}
