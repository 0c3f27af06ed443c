import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `unapproved_order`.
struct UnapprovedOrderRow: StoreRecord {
  static let table = Table<UnapprovedOrderRow>(
    "unapproved_order", key: ["customer", "product_id"],
    columns: [
      "customer": { $0.customer.rawValue },
      "product_id": { $0.value.order.request.productID },
      "body": { try JSONText.encode($0.value) },
    ])

  private var customer: CustomerNumber
  var value: UnapprovedOrder

  init(_ order: UnapprovedOrder, of customer: CustomerNumber) {
    self.customer = customer
    value = order
  }
}

extension UnapprovedOrderRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    value = try JSONText.decode(row, of: Self.self, "body")
  }
}
