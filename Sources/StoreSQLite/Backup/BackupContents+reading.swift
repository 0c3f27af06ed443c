import GRDB
import StoreEngine

extension BackupContents {
  /// Reads what a database holds.
  ///
  /// - Throws: `EmptyStoreError` if it holds no store, and `DamagedRowError` for a value that no store has.
  init(_ db: Database) throws {
    let settings = try Row.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM account) AS accounts,
          (SELECT count(*) FROM device WHERE removal_date IS NULL) AS devices,
          (SELECT count(*) FROM "transaction") AS transactions,
          (SELECT count(*) FROM subscription) AS subscriptions,
          (SELECT coalesce(max(sequence), 0) FROM event) AS last_event, last_now FROM store
        """
    )
    guard let settings else { throw EmptyStoreError() }
    let row = CheckedRow(settings, of: StoreRow.databaseTableName)
    self.init(
      accounts: try row.number("accounts"), devices: try row.number("devices"),
      transactions: try row.number("transactions"),
      subscriptions: try row.number("subscriptions"), offerKeys: try db.count("offer_key"),
      apiKeys: try db.count("api_key", where: "revocation_date IS NULL"),
      lastEvent: try row.number("last_event"),
      now: try row.date("last_now"))
  }
}

extension Database {
  /// Returns the number of rows of a table; 0 if the database is of a version that did not have it.
  fileprivate func count(_ table: String, where condition: String = "TRUE") throws -> Int {
    guard try tableExists(table) else { return 0 }
    return try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? 0
  }
}
