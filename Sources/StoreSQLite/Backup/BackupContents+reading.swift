import GRDB
import StoreEngine

extension BackupContents {
  /// Reads what a database holds.
  ///
  /// - Throws: `DamagedRow` if it holds no store.
  init(_ db: Database) throws {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM account) AS accounts,
          (SELECT count(*) FROM device WHERE removal_date IS NULL) AS devices,
          (SELECT count(*) FROM "transaction") AS transactions,
          (SELECT count(*) FROM subscription) AS subscriptions,
          (SELECT coalesce(max(sequence), 0) FROM event) AS last_event, last_now FROM store
        """
    ).required("id", of: StoreRow.self)
    // Stores of the first versions have no such table.
    let offerKeys =
      try db.tableExists("offer_key")
      ? Int.fetchOne(db, sql: "SELECT count(*) FROM offer_key") ?? 0 : 0
    self.init(
      accounts: row["accounts"], devices: row["devices"], transactions: row["transactions"],
      subscriptions: row["subscriptions"], offerKeys: offerKeys,
      lastEvent: try row.decode(forColumn: "last_event"),
      now: try row.date("last_now"))
  }
}
