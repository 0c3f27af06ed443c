package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func settle(
    until date: Date, limit: Int, _ settlement: Settlement
  ) async throws(StoreFault) -> SettledBatch {
    try await write { db in
      let batch = try db.settle(until: date, limit: limit, settlement)
      return (batch.settled, .customers(Set(batch.differences.keys)))
    }
  }
}

extension Database {
  /// Settles everything that is due until `date`, and returns the number of settlements.
  func settle(until date: Date, _ settlement: Settlement) throws -> Int {
    var count = 0
    var last: SettledBatch
    repeat {
      last = try settle(until: date, limit: SettlementBatch.standardLimit, settlement).settled
      count += last.count
    } while last.hasReachedLimit
    return count
  }

  /// Settles at most `limit` subscriptions that are due until `date`.
  fileprivate func settle(
    until date: Date, limit: Int, _ settlement: Settlement
  ) throws -> SettlementBatch {
    let settings = try StoreRow.existing(self)
    let markets = MarketHistory(
      db: self, settings: settings, versions: try CatalogueDates.all(self), settlement: settlement)
    var batch = SettlementBatch(
      of: try due(until: date, limit: limit), until: date, limit: limit)
    try batch.settle(
      load: { try LedgerRows(db: self, customer: $0).load(LedgerNeeds()) },
      market: markets.market(at:))
    try write(batch, settings, wall: settlement.wall)
    return batch
  }

  /// The subscriptions that are due first.
  private func due(until date: Date, limit: Int) throws -> [DueSubscription] {
    try Row.fetchAll(
      cachedStatement(sql: LedgerQuery.due), arguments: [date.millisecondsSince1970, limit]
    ).map(DueSubscription.init)
  }

  private func write(
    _ batch: SettlementBatch, _ settings: StoreSettings, wall: Date
  ) throws {
    guard let lastDueDate = batch.settled.lastDueDate else { return }
    for change in batch.changes {
      try EventRow(change.change, of: change.customer, epoch: settings.epoch).insert(self)
    }
    for (customer, difference) in batch.differences { try write(difference, for: customer) }
    let now = max(settings.lastNow, lastDueDate)
    try moveClock(settings.clock(at: now, wall: wall), at: now, settings)
  }
}

extension DueSubscription {
  init(row: Row) {
    self.init(
      customer: CustomerNumber(rawValue: row["customer"]),
      date: Date(millisecondsSince1970: row["due_date"]))
  }
}

/// A version of the catalogue and the date from which it was sold.
private struct CatalogueDates {
  let version: Int
  let validFrom: Date

  /// Those of all versions, latest first.
  static func all(_ db: Database) throws -> [CatalogueDates] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT version, valid_from FROM catalogue ORDER BY version DESC")
    ).map { row in
      CatalogueDates(
        version: row["version"], validFrom: Date(millisecondsSince1970: row["valid_from"]))
    }
  }
}

/// What was for sale at each date, with the present settings.
private struct MarketHistory {
  let db: Database
  let settings: StoreSettings
  let versions: [CatalogueDates]
  let settlement: Settlement

  func market(at date: Date) throws -> Market {
    let version = versions.first { $0.validFrom <= date }?.version ?? 1
    return try settlement.market(MarketTerms(version: version, settings)) {
      try db.catalogue(version: version).catalogue
    }
  }
}
