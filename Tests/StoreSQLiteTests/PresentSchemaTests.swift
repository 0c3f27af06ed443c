import GRDB
import TestSupport
import Testing

@testable import StoreSQLite

/// A new store is made from `schema.sql`, which has what the steps of the schema make together.
@Suite struct PresentSchemaTests {
  @Test func `the present schema has the tables, indexes and triggers that the steps make`() throws
  {
    let database = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(database)

    let statements = try database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT sql FROM sqlite_schema
          WHERE sql IS NOT NULL AND name NOT IN ('grdb_migrations', 'sqlite_sequence')
          ORDER BY tbl_name, type <> 'table', name
          """)
    }

    try expectSnapshot(
      of: statements.map { $0 + ";" }.joined(separator: "\n\n"), named: "schema", type: "sql",
      in: "../../Sources/StoreSQLite/Schema")
  }

  @Test func `a database that is made at once has all that the steps make, and has taken them`()
    throws
  {
    let database = try DatabaseQueue()
    try DatabaseSchema.create(in: database)

    let migrator = DatabaseSchema.migrator
    let (digest, isCurrent, taken) = try database.read { db in
      (
        try DatabaseSchema.digest(of: db), try DatabaseSchema.isCurrent(db, migrator),
        try migrator.completedMigrations(db)
      )
    }
    #expect(digest == DatabaseSchema.digest)
    #expect(isCurrent)
    #expect(taken == migrator.migrations)
  }
}
