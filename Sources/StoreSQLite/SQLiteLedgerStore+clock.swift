package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func recordUse(wall: MachineTime) async throws(StoreFault) {
    try await write { db in
      var settings = try StoreRow.existing(db)
      if settings.mustStoreUse(wall: wall) {
        settings.lastNow = settings.now(wall: wall)
        try StoreRow(settings).upsert(db)
      }
      // It changes nothing that a listener could be told.
      return ((), .customers([]))
    }
  }

  package func setClockBack(
    to date: Date, wall: MachineTime
  ) async throws(StoreFault) -> StoreSettings {
    try await write(for: .allCustomers) { db in
      var settings = try StoreRow.existing(db)
      try settings.checkSetBack(to: date, wall: wall, lastEvent: try db.lastEventDate())
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
  /// When something last happened: an event, or a new version of the catalogue.
  fileprivate func lastEventDate() throws -> Date? {
    // The last event need not have the latest date: a reset keeps the catalogue and forgets events.
    let milliseconds = try Int64.fetchOne(
      cachedStatement(
        sql: """
          SELECT max(date) FROM (
            SELECT max(date) AS date FROM event UNION ALL SELECT max(valid_from) FROM catalogue)
          """))
    return milliseconds.map(Date.init(millisecondsSince1970:))
  }
}
