import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: SettingsStore {
  package func create(
    _ settings: StoreSettings, catalogue: Catalogue
  ) async throws(StoreError) -> StoreSettings {
    try await write(for: .allCustomers) { db in
      if let existing = try StoreRow.settings(db) { return existing }
      try db.insert(settings, selling: catalogue)
      return try StoreRow.existing(db)
    }
  }

  package func settings() async throws(StoreError) -> StoreSettings? {
    try await read { try StoreRow.settings($0) }
  }

  package func catalogueVersion(at date: Date) async throws(StoreError) -> Int {
    try await read { try $0.catalogueVersion(at: date) }
  }

  package func catalogue(version: Int) async throws(StoreError) -> CatalogueVersion {
    try await read { try $0.catalogue(version: version) }
  }

  package func setClock(
    reaching target: Date, frozen: Bool?, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    try await write(for: .allCustomers) { db in
      var settings = try StoreRow.existing(db)
      settings.lastNow = max(target, settings.lastNow)
      return try db.settle(until: settings.lastNow, settlement) {
        // A clock that shows the time already runs on: settling took time, which has passed too.
        settings.clock =
          if let frozen {
            settings.clock.set(to: settings.lastNow, frozen: frozen, wall: settlement.wall.date)
          } else {
            settings.clock(at: settings.lastNow, wall: settlement.wall)
          }
        try StoreRow(settings).upsert(db)
        return settings
      }
    }
  }

  package func changeSettings(
    _ settlement: SettlementContext, _ change: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    try await write(for: .allCustomers) { db in
      try db.settle(settlement) { settings in
        var changed = settings
        change(&changed)
        try StoreRow(changed).upsert(db)
        if changed.currency != settings.currency { try db.endAgreedPrices(changed) }
        return changed
      }
    }
  }

  package func reset(
    at now: Date, nextEpoch: @escaping @Sendable (StoreSettings) -> Int
  ) async throws(StoreError) -> StoreSettings {
    try await write(for: .allCustomers) { db in
      var settings = try StoreRow.existing(db)
      settings.epoch = nextEpoch(settings)
      settings.lastNow = max(now, settings.lastNow)
      try StoreRow(settings).upsert(db)
      try db.forgetPurchases()
      return settings
    }
  }

  package func resetAsNew(
    _ renew: @escaping @Sendable (StoreSettings, Catalogue) -> StoreSettings
  ) async throws(StoreError) -> StoreSettings {
    try await write(for: .allCustomers) { db in
      let (current, imported) = (try db.currentCatalogue(), try db.importedCatalogue())
      let settings = renew(try StoreRow.existing(db), imported.catalogue)
      // The epoch comes first, because events of the present epoch cannot be deleted.
      try StoreRow(settings).upsert(db)
      try db.forgetPurchases()
      try db.sell(imported, from: settings.lastNow, after: current)
      return settings
    }
  }
}

extension Database {
  /// Returns the version of the catalogue with this number, which must exist.
  func catalogue(version: Int) throws -> CatalogueVersion {
    try CatalogueRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM catalogue WHERE version = ?"), arguments: [version]
    ).required("version", of: CatalogueRow.self).value
  }

  /// Returns the version of the catalogue that was sold at a date; the first for an earlier date.
  func catalogueVersion(at date: Date) throws -> Int {
    let sold = try Row.readFirst(
      cachedStatement(sql: "SELECT max(version) AS version FROM catalogue WHERE valid_from <= ?"),
      arguments: [date.millisecondsSince1970]
    ) { row -> Int? in
      try CheckedRow(row, of: CatalogueRow.databaseTableName).numberIfPresent("version")
    }
    return sold.flatMap { $0 } ?? 1
  }

  /// Returns the dates from `date` until another version of the catalogue is sold, in milliseconds
  /// since 1970.
  func datesWithSameVersion(from date: Date) throws -> Range<Int64> {
    let first = date.millisecondsSince1970
    let next = try Int64.fetchOne(
      cachedStatement(sql: "SELECT min(valid_from) FROM catalogue WHERE valid_from > ?"),
      arguments: [first])
    // A damaged row may have a date that is not later.
    return first..<max(first, next ?? .max)
  }

  /// The catalogue as it was after the last import of a file.
  fileprivate func importedCatalogue() throws -> CatalogueVersion {
    try CatalogueRow.fetchOne(
      cachedStatement(
        sql: """
          SELECT * FROM catalogue WHERE file_digest IS
            (SELECT file_digest FROM catalogue ORDER BY version DESC LIMIT 1)
          ORDER BY version LIMIT 1
          """)
    ).required("version", of: CatalogueRow.self).value
  }

  /// Sells a catalogue from `date` on, in a version after the current one.
  ///
  /// Versions of later dates are deleted, because the time has been set back before them.
  fileprivate func sell(
    _ imported: CatalogueVersion, from date: Date, after current: CatalogueVersion
  ) throws {
    var version = imported
    (version.version, version.validFrom) = (current.version + 1, date)
    try execute(
      sql: "DELETE FROM catalogue WHERE valid_from > ?", arguments: [date.millisecondsSince1970])
    try CatalogueRow(version).insert(self)
  }

  /// Ends the prices that subscribers have agreed to in another currency than the store's now.
  fileprivate func endAgreedPrices(_ settings: StoreSettings) throws {
    let version = try catalogueVersion(at: settings.lastNow)
    let snapshot = try catalogue(version: version).snapshot(settings)
    for customer in try CustomerNumber.fetchAll(cachedStatement(sql: LedgerQuery.agreedPrices)) {
      var draft = LedgerDraft(try LedgerRows(db: self, customer: customer).load(LedgerNeeds()))
      draft.record(silent: draft.ledger.endAgreedPrices(in: snapshot), at: settings.lastNow)
      try write(Decision(draft, at: settings.lastNow, value: ()), for: customer, settings)
    }
  }

  /// Empties the ledgers; because of AUTOINCREMENT the new epoch has new numbers only.
  fileprivate func forgetPurchases() throws {
    let accounts = try Int64.fetchAll(
      cachedStatement(sql: "SELECT account FROM customer ORDER BY number"))
    try execute(
      sql: """
        DELETE FROM notification; DELETE FROM orders; DELETE FROM waiting_order;
        DELETE FROM unapproved_order; DELETE FROM subscription; DELETE FROM "transaction"; DELETE FROM event; DELETE FROM customer;
        DELETE FROM offer_code_redemption; DELETE FROM mass_extension;
        UPDATE offer_code SET redemptions = 0 WHERE redemptions > 0;
        """)
    for account in accounts { try insertCustomer(of: account) }
  }
}
