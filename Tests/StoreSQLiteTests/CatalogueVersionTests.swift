import AppStorePayloads
import Foundation
import GRDB
import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.hangLimit) struct CatalogueVersionTests {
  @Test func `a version of the catalogue is sold until another one is`() async throws {
    let file = try StoreFile()
    let store = try await file.makeStore()
    let first = Date.fixture.millisecondsSince1970
    try await store.database.write { db in
      for (version, date) in [(2, first + 2_000), (3, first + 1_000)] {
        try db.execute(
          sql: """
            INSERT INTO catalogue (version, valid_from, body)
            SELECT ?, ?, body FROM catalogue WHERE version = 1
            """, arguments: [version, date])
      }
    }

    let dates = try await store.database.read { db in
      try ([0, 1, 2] as [TimeInterval]).map { try db.datesWithSameVersion(from: Date.fixture + $0) }
    }

    #expect(
      dates == [
        first..<first + 1_000, first + 1_000..<first + 2_000, first + 2_000..<Int64.max,
      ])
  }
}
