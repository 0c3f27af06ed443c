package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func recordUse(wall: MachineTime) async throws(StoreError) {
    try await write { db in
      var settings = try StoreRow.existing(db)
      if settings.mustStoreUse(wall: wall) {
        settings.lastNow = settings.now(wall: wall)
        try StoreRow(settings).upsert(db)
      }
      // Listeners are not notified of this change.
      return ((), .customers([]))
    }
  }

  package func setClockBack(
    to date: Date, wall: MachineTime
  ) async throws(StoreError) -> StoreSettings {
    // The events' dates have no index, so they are read before the write, while nobody waits for it.
    let known = try await read { try $0.lastEvent(after: 0) }
    return try await write(for: .allCustomers) { db in
      var settings = try StoreRow.existing(db)
      let last = max(known.date, try db.lastEvent(after: known.sequence).date)
      try settings.checkSetBack(to: date, wall: wall, lastEvent: last)
      settings.generation += 1
      settings.lastNow = date
      settings.clock = settings.clock.set(
        to: date, frozen: settings.clock.isFrozen, wall: wall.date)
      try StoreRow(settings).upsert(db)
      return settings
    }
  }
}

extension Database {
  /// Returns the date of the latest change after an event: another event, or a new version of the
  /// catalogue.
  ///
  /// The last event need not have the latest date: a reset keeps the catalogue and forgets events.
  fileprivate func lastEvent(after sequence: Int64) throws -> (date: Date, sequence: Int64) {
    let row = try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT max(date) AS date, max(sequence) AS sequence FROM (
            SELECT date, sequence FROM event WHERE sequence > ? UNION ALL
            SELECT valid_from, 0 FROM catalogue)
          """), arguments: [sequence])
    guard let row = row.map({ CheckedRow($0, of: EventRow.databaseTableName) }) else {
      return (.distantPast, sequence)
    }
    let last: Int64? = try row.numberIfPresent("sequence")
    return (try row.dateIfPresent("date") ?? .distantPast, max(sequence, last ?? 0))
  }
}
