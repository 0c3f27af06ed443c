import Foundation
import GRDB
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import StoreSQLite

/// A store's own file with something that no version makes, or without something that its version
/// makes.
@Suite(.hangLimit) struct PlantedSchemaTests {
  private let storeFile: StoreFile

  init() throws { storeFile = try StoreFile() }

  /// Statements, and words of the refusal.
  private static let planted = [
    (
      "CREATE TRIGGER mine BEFORE UPDATE ON store BEGIN SELECT load_extension('/tmp/mine'); END",
      "trigger 'mine', which was not made by skdemo"
    ),
    (
      """
      CREATE VIEW mine AS
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n
      """, "view 'mine', which was not made by skdemo"
    ),
    (
      "CREATE INDEX mine ON offer_code (json_extract(terms, '$.mine'))",
      "index 'mine', which was not made by skdemo"
    ),
    ("CREATE TABLE mine (name)", "table 'mine', which was not made by skdemo"),
    (
      "DROP TRIGGER event_is_never_changed",
      "is damaged (its trigger 'event_is_never_changed' is missing)"
    ),
    (
      """
      DROP TABLE grdb_migrations;
      CREATE VIEW grdb_migrations AS SELECT 'first' AS identifier
      """, "is another program's database"
    ),
  ]

  @Test(arguments: planted.indices)
  func `a store whose schema is not its version's is refused and left as it is`(
    index: Int
  ) async throws {
    let (sql, words) = Self.planted[index]
    try await storeFile.makeStore().close()
    let queue = try DatabaseQueue(besideStore: storeFile.url)
    try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    let bytes = try Data(contentsOf: storeFile.url)

    storeFile.expectRefusal(words)

    #expect(try Data(contentsOf: storeFile.url) == bytes)
  }

  @Test func `the tables of SQLite's statistics are allowed`() async throws {
    try await storeFile.makeStore().close()
    let queue = try DatabaseQueue(besideStore: storeFile.url)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ANALYZE") }
    try queue.close()

    #expect(throws: Never.self) { try SQLiteLedgerStore(file: storeFile.url) }
  }

  /// The digest of a version is recomputed with each of its steps.
  @Test func `the digest is that of a store that has taken all steps`() throws {
    let database = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(database)

    #expect(try database.read { try DatabaseSchema.digest(of: $0) } == DatabaseSchema.digest)
  }

  @Test func `every object counts for the digest, with each of its parts`() throws {
    let statements = [
      "CREATE TABLE a (b)", "CREATE TABLE a (c)", "CREATE TABLE \"a'',''b\" (b)",
      "CREATE TABLE a (b); CREATE INDEX i ON a (b)", "CREATE VIEW a AS SELECT 1",
    ]
    let digests = try statements.map { sql in
      try DatabaseQueue().write { db in
        try db.execute(sql: sql)
        return try DatabaseSchema.digest(of: db)
      }
    }
    #expect(Set(digests).count == statements.count)
  }

  @Test func `no schema loads an extension, and trust is only for an earlier SQLite`() throws {
    let queue = try DatabaseQueue(configuration: .ofUntrustedFile)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE VIEW mine AS SELECT load_extension('/tmp/mine')")

      #expect(throws: DatabaseError.self) { try Row.fetchAll(db, sql: "SELECT * FROM mine") }
      #expect(
        try Bool.fetchOne(db, sql: "PRAGMA trusted_schema")
          == (Database.sqliteLibVersionNumber < 3_041_000))
    }
  }
}
