import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `mass_extension`.
struct MassExtensionRow: StoreRecord {
  static let table = Table<MassExtensionRow>(
    "mass_extension", key: ["number"],
    columns: [
      "number": { $0.value.number },
      "product_id": { $0.value.body.productID },
      "request_identifier": { $0.value.body.requestIdentifier },
      "body": { try JSONText.encode($0.value.body) },
      "progress": { try JSONText.encode($0.value.progress) },
      "is_complete": { $0.value.progress.completeDate != nil },
    ])

  var value: MassExtension

  init(_ request: MassExtension) { value = request }
}

extension MassExtensionRow {
  init(row: CheckedRow) throws {
    value = MassExtension(
      number: try row.number("number"), try JSONText.decode(row, of: Self.self, "body"),
      progress: try JSONText.decode(row, of: Self.self, "progress"))
  }
}
