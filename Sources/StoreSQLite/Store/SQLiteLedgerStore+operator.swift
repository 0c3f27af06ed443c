package import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine
package import StoreOperatorAPI

// Reading all customers.
extension SQLiteLedgerStore {
  package func accounts() async throws(StoreError) -> [OperatorAccount] {
    try await readList { db in
      let rows = try DeviceRow.fetchAll(
        db, sql: "SELECT * FROM device WHERE removal_date IS NULL ORDER BY number")
      let devices = Dictionary(grouping: rows, by: \.account)
      return try Row.fetchAll(
        db,
        sql: """
          SELECT account.id, name, password.account IS NOT NULL AS has_password,
            (SELECT count(*) FROM sign_in WHERE sign_in.account = account.id) AS sign_ins
          FROM account LEFT JOIN password ON password.account = account.id ORDER BY name
          """
      ).map { row in
        let row = CheckedRow(row, of: "account")
        return OperatorAccount(
          name: try row.decode(forColumn: "name"),
          hasPassword: try row.decode(forColumn: "has_password"),
          signIns: try row.number("sign_ins"),
          devices: devices[try row.key("id"), default: []].map(\.value))
      }
    }
  }

  package func storedTransaction(
    _ id: TransactionID
  ) async throws(StoreError) -> StoredTransaction? {
    guard let number = Int64(exactly: id.rawValue) else { return nil }
    return try await read { try $0.storedTransaction(number) }
  }

  package func customer(of id: TransactionID) async throws(StoreError) -> CustomerNumber? {
    guard let number = Int64(exactly: id.rawValue) else { return nil }
    return try await read { db in
      try CustomerNumber.fetchAll(
        db.cachedStatement(sql: "SELECT customer FROM \"transaction\" WHERE id = ?"), [number]
      ).first
    }
  }

  package func buyer(named account: String) async throws(StoreError) -> Buyer? {
    try await read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT customer.number, account.id FROM customer
          JOIN account ON account.id = customer.account WHERE account.name = ?
          """, arguments: [account.argument])
      guard let row = row.map({ CheckedRow($0, of: "customer") }) else { return nil }
      let devices = try Int64.fetchAll(
        db,
        sql: "SELECT number FROM device WHERE account = ? AND removal_date IS NULL ORDER BY number",
        arguments: [try row.key("id")])
      return Buyer(customer: try row.customer("number"), devices: devices)
    }
  }

  package func subscribers(to productID: String) async throws(StoreError) -> [Subscriber] {
    try await readList { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT account.name, subscription.customer FROM subscription
          JOIN "transaction" ON "transaction".id = subscription.transaction_id
          JOIN customer ON customer.number = subscription.customer
          JOIN account ON account.id = customer.account
          WHERE due_date IS NOT NULL AND product_id = ? ORDER BY account.name
          """, arguments: [productID.argument]
      ).map { row in
        let row = CheckedRow(row, of: SubscriptionRow.databaseTableName)
        return Subscriber(
          account: try row.decode(forColumn: "name"), customer: try row.customer("customer"))
      }
    }
  }
}
