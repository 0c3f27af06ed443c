import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `granted_extension`.
struct GrantedExtensionRow: StoreRecord {
  static let table = Table<GrantedExtensionRow>(
    "granted_extension", key: ["customer", "original_id", "request_identifier"],
    columns: [
      "customer": { $0.customer.rawValue },
      "original_id": { $0.value.originalID.column },
      "request_identifier": { $0.value.requestIdentifier },
      "body": { try JSONText.encode($0.value) },
    ])

  private var customer: CustomerNumber
  var value: GrantedExtension

  init(_ granted: GrantedExtension, of customer: CustomerNumber) {
    self.customer = customer
    value = granted
  }
}

extension GrantedExtensionRow {
  init(row: CheckedRow) throws {
    customer = try row.customer("customer")
    value = try JSONText.decode(row, of: Self.self, "body")
  }
}
