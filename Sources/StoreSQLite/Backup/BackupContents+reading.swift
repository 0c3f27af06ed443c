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
    // Stores of the first versions have no such table.
    let offerKeys =
      try db.tableExists("offer_key")
      ? Int.fetchOne(db, sql: "SELECT count(*) FROM offer_key") ?? 0 : 0
    self.init(
      accounts: try row.number("accounts"), devices: try row.number("devices"),
      transactions: try row.number("transactions"),
      subscriptions: try row.number("subscriptions"), offerKeys: offerKeys,
      lastEvent: try row.number("last_event"),
      now: try row.date("last_now"))
  }
}
