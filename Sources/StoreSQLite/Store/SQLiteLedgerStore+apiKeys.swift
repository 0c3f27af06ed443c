import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: APIKeyStore {
  package func addAPIKey(_ key: APIKey) async throws(StoreError) {
    try await write(for: .noCustomer) { db in try APIKeyRow(value: key).insert(db) }
  }

  package func apiKey(_ id: String) async throws(StoreError) -> APIKey? {
    try await read { db in try db.apiKey(id) }
  }

  package func apiKeys(limit: Int) async throws(StoreError) -> [APIKey] {
    // In the order of the primary key, so that SQLite reads a page and not the whole table.
    try await read { db in
      try APIKeyRow.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM api_key ORDER BY number DESC LIMIT ?"),
        arguments: [limit]
      ).map(\.value)
    }
  }

  package func revokeAPIKey(_ id: String, at now: Date) async throws(StoreError) -> APIKey? {
    try await write(for: .noCustomer) { db in
      try db.cachedStatement(
        sql: "UPDATE api_key SET revocation_date = ? WHERE id = ? AND revocation_date IS NULL"
      ).execute(arguments: [now.millisecondsSince1970, id.argument])
      return try db.apiKey(id)
    }
  }
}

extension Database {
  /// Returns the API key with this ID, by the index of its unique column.
  fileprivate func apiKey(_ id: String) throws -> APIKey? {
    try APIKeyRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM api_key WHERE id = ?"), arguments: [id.argument])?
      .value
  }
}

/// A row of the table `api_key`, without its number.
private struct APIKeyRow: StoreRecord {
  static let table = Table<APIKeyRow>(
    "api_key", key: ["id"],
    columns: [
      "id": { $0.value.id },
      "public_key": { $0.value.publicKey },
      "date": { $0.value.creationDate.millisecondsSince1970 },
      "revocation_date": { $0.value.revocationDate?.millisecondsSince1970 },
    ])

  let value: APIKey
}

extension APIKeyRow {
  init(row: CheckedRow) throws {
    value = APIKey(
      id: try row.decode(forColumn: "id"), publicKey: try row.decode(forColumn: "public_key"),
      creationDate: try row.date("date"),
      revocationDate: try row.dateIfPresent("revocation_date"))
  }
}
