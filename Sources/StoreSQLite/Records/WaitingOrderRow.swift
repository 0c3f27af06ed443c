import AppStorePayloads
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `waiting_order`.
struct WaitingOrderRow: StoreRecord {
  static let table = Table<WaitingOrderRow>(
    "waiting_order", key: ["number"],
    columns: [
      "number": { $0.value.number.column },
      "customer": { $0.customer.rawValue },
      "key": { $0.value.key.description },
      "due_date": { $0.value.dueDate?.millisecondsSince1970 },
      "body": { try JSONText.encode($0.value) },
    ])

  var customer: CustomerNumber
  var value: WaitingOrder

  init(_ order: WaitingOrder, of customer: CustomerNumber) {
    self.customer = customer
    value = order
  }
}

extension WaitingOrderRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    value = try JSONText.decode(row, of: Self.self, "body")
    // An order that lapses later than it is due would be due for ever.
    let dueDate = try row.dateIfPresent("due_date")
    guard dueDate?.millisecondsSince1970 == value.dueDate?.millisecondsSince1970 else {
      throw DamagedRowError(table: Self.databaseTableName, column: "due_date")
    }
  }
}
