import GRDB
import TestSupport
import Testing

@testable import StoreSQLite

/// `Snapshots/schema.sql` shows the present tables, which the steps of the schema have made together.
@Suite struct SchemaPictureTests {
  @Test func `the picture of the schema shows the present tables, indexes and triggers`() throws {
    let database = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(database)

    let statements = try database.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'grdb_migrations'
          ORDER BY tbl_name, type <> 'table', name
          """)
    }

    try expectSnapshot(
      of: statements.map { $0 + ";" }.joined(separator: "\n\n"), named: "schema", type: "sql")
  }
}
