import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    let settled = try await write { [settledLedgers] db in
      let kept = settledLedgers.take(at: try DatabaseVersion(db))
      let batch = try db.settle(until: date, limit: limit, settlement, knowing: kept)
      let settled = SettledLedgers(
        progress: batch.progress, kept: kept.filter { !batch.customers.contains($0.key) },
        version: try DatabaseVersion(db),
        changed: batch.progress.hasReachedLimit ? batch.ledgers : [:])
      return (settled, .customers(batch.customers))
    }
    if settled.progress.hasReachedLimit {
      settledLedgers.keep(settled.changed, settled.kept, at: settled.version)
    }
    return settled.progress
  }
}

/// The ledgers that one transaction of a settlement leaves for the next.
private struct SettledLedgers {
  var progress: SettlementProgress
  /// The ledgers that were known before.
  var kept: LedgerCache.Ledgers
  var version: DatabaseVersion
  var changed: LedgerCache.Ledgers
}

extension Database {
  /// Settles everything that is due now, then makes a change unless more is due than one
  /// transaction settles.
  ///
  /// The change is given the settings, whose ``StoreEngine/StoreSettings/lastNow`` is the present time.
  func settle<Value: Sendable>(
    _ settlement: SettlementContext, before change: (StoreSettings) throws -> Value
  ) throws -> SettledChange<Value> {
    let now = try StoreRow.existing(self).now(wall: settlement.wall)
    return try settle(until: now, settlement) {
      var settings = try StoreRow.existing(self)
      settings.lastNow = now
      return try change(settings)
    }
  }

  /// Settles everything that is due until `date`, then makes a change unless more is due than one
  /// transaction settles.
  func settle<Value: Sendable>(
    until date: Date, _ settlement: SettlementContext, before change: () throws -> Value
  ) throws -> SettledChange<Value> {
    let progress = try settle(
      until: date, limit: SettlementBatch.standardLimit, settlement
    ).progress
    if progress.hasReachedLimit, try !due(until: date, limit: 1).isEmpty {
      return .hasMoreDue(settled: progress.count)
    }
    return .changed(try change(), settled: progress.count)
  }

  /// Settles at most `limit` subscriptions that are due until `date`; `ledgers` need not be loaded.
  fileprivate func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext,
    knowing ledgers: LedgerCache.Ledgers = [:]
  ) throws -> SettlementBatch {
    let settings = try StoreRow.existing(self)
    let history = CatalogueHistory(db: self, settings: settings, settlement: settlement)
    var batch = SettlementBatch(
      of: try due(until: date, limit: limit), until: date, limit: limit)
    try batch.settle(
      load: { try ledgers[$0] ?? LedgerRows(db: self, customer: $0).load(LedgerNeeds()) },
      snapshot: history.snapshot(at:))
    try write(batch, settings, wall: settlement.wall)
    return batch
  }

  /// The subscriptions that are due first.
  private func due(until date: Date, limit: Int) throws -> [DueSettlement] {
    // Read row by row: an array of rows copies each, and a copy finds its columns more slowly.
    let rows = try Row.fetchCursor(
      cachedStatement(sql: LedgerQuery.due),
      arguments: ["date": date.millisecondsSince1970, "limit": limit])
    return try Array(rows.map { try DueSettlement(row: $0) })
  }

  private func write(
    _ batch: SettlementBatch, _ settings: StoreSettings, wall: MachineTime
  ) throws {
    guard let lastDueDate = batch.progress.lastDueDate else { return }
    let modified = try record(batch.changes, settings)
    let customers = batch.customers.sorted { $0.rawValue < $1.rawValue }
    try write(
      customers.compactMap { customer in
        batch.difference(of: customer).map { (customer, $0) }
      }, modified: modified)
    try batch.undelivered.map(FamilyMessageRow.init).insert(self)
    let now = max(settings.lastNow, lastDueDate)
    try moveClock(settings.clock(at: now, wall: wall), at: now, settings)
  }
}

extension DueSettlement {
  init(row: Row) throws {
    let row = CheckedRow(row, of: SubscriptionRow.databaseTableName)
    self.init(customer: try row.customer("customer"), date: try row.date("due_date"))
  }
}

/// The products for sale at each date, with the present settings.
///
/// It keeps the last snapshot with its dates, because one storage transaction settles many times in a
/// row.
private final class CatalogueHistory {
  private let db: Database
  private let settings: StoreSettings
  private let settlement: SettlementContext
  /// The dates are in milliseconds since 1970.
  private var last: (dates: Range<Int64>, snapshot: CatalogueSnapshot)?

  init(db: Database, settings: StoreSettings, settlement: SettlementContext) {
    self.db = db
    self.settings = settings
    self.settlement = settlement
  }

  func snapshot(at date: Date) throws -> CatalogueSnapshot {
    if let last, last.dates.contains(date.millisecondsSince1970) { return last.snapshot }
    let version = try db.catalogueVersion(at: date)
    let snapshot = try settlement.snapshot(CatalogueTerms(version: version, settings)) {
      try db.catalogue(version: version).catalogue
    }
    last = (try db.datesWithSameVersion(from: date), snapshot)
    return snapshot
  }
}
