import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func addOfferKey(_ key: OfferKey, at now: Date) async throws(StoreError) {
    try await write(for: .noCustomer) { db in try db.add(key, at: now) }
  }

  package func offerKey(_ id: String) async throws(StoreError) -> OfferKey? {
    try await read { db in
      try OfferKeyRow.fetchOne(
        db.cachedStatement(sql: "SELECT * FROM offer_key WHERE id = ?"), arguments: [id.argument])?
        .value
    }
  }
}

extension Database {
  /// Adds an offer key, or replaces the one with its ID.
  func add(_ key: OfferKey, at now: Date) throws { try OfferKeyRow(key, at: now).upsert(self) }
}

/// A row of the table `offer_key`.
private struct OfferKeyRow: StoreRecord {
  static let table = Table<OfferKeyRow>(
    "offer_key", key: ["id"],
    columns: [
      "id": { $0.value.id },
      "public_key": { $0.value.publicKey },
      "date": { $0.date.millisecondsSince1970 },
    ])

  let value: OfferKey
  /// The date on which it was added.
  let date: Date

  init(_ key: OfferKey, at date: Date) {
    value = key
    self.date = date
  }
}

extension OfferKeyRow {
  init(row: CheckedRow) throws {
    value = OfferKey(
      id: try row.decode(forColumn: "id"), publicKey: try row.decode(forColumn: "public_key"))
    date = try row.date("date")
  }
}
