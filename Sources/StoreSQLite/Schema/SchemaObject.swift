import Crypto
import Foundation
import GRDB

/// A table, index, trigger or view of a database, as SQLite's table `sqlite_schema` has it.
struct SchemaObject: Hashable {
  let type: String
  let name: String
  let table: String
  /// The statement that made it, without spaces and quotation marks; `nil` for an index that
  /// belongs to a constraint.
  ///
  /// Versions of SQLite differ in where they write these when a step renames something.
  let sql: String?

  init(type: String, name: String, table: String, sql: String?) {
    (self.type, self.name, self.table) = (type, name, table)
    self.sql = sql?.filter { !$0.isWhitespace && $0 != "\"" }
  }

  static func all(in db: Database) throws -> Set<SchemaObject> {
    let rows = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return try Set(
      rows.map { row in
        SchemaObject(
          type: try row.decode(forColumn: "type"), name: try row.decode(forColumn: "name"),
          table: try row.decode(forColumn: "tbl_name"), sql: try row.decode(forColumn: "sql"))
      })
  }

  /// Its type and name, for messages.
  var words: String { "\(type) '\(name)'" }
}

/// A database has something that no version makes; SQLite would run a trigger, view or expression.
struct UnknownSchemaObjectError: Error {
  let object: SchemaObject
}

/// A database lacks something that its version makes.
struct MissingSchemaObjectError: Error {
  let object: SchemaObject
}

extension DatabaseSchema {
  /// Checks that a database has exactly what the steps make that it claims to have taken.
  ///
  /// Nothing in the database is executed: no view is read, no trigger or expression runs. Other
  /// checks of an untrusted file come after this one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - isBackup: Whether it has the table of a backup's files too.
  /// - Throws: ``UnknownSchemaObjectError``, ``MissingSchemaObjectError``, and ``NewerSchemaError`` for a file of a
  ///   later version.
  static func checkObjects(_ db: Database, isBackup: Bool) throws {
    let objects = try SchemaObject.all(in: db)
    try checkMigrationsTable(in: objects)
    let taken = try migrator.appliedIdentifiers(db)
    guard taken.isSubset(of: migrations.map(\.name)) else { throw NewerSchemaError() }
    let expected = try self.objects(madeBy: taken, isBackup: isBackup)
    if let object = objects.subtracting(expected).subtracting(statistics).inOrder.first {
      throw UnknownSchemaObjectError(object: object)
    }
    let missing = expected.subtracting(objects).filter { object in
      taken.contains("passwords") || !isOfPasswords(object)
    }
    if let object = missing.inOrder.first { throw MissingSchemaObjectError(object: object) }
  }

  /// Checks that a store's file has exactly what the steps make that it has taken, as
  /// ``checkObjects(_:isBackup:)`` does; quickly if it has taken all of them.
  ///
  /// - Throws: ``UnknownSchemaObjectError`` and ``MissingSchemaObjectError``.
  static func checkStore(_ db: Database) throws {
    if try digest(of: db) == digest { return }
    // With other steps than this version's, which tests take, it is not known what they make.
    let taken = try migrator.appliedIdentifiers(db)
    guard taken.isSubset(of: migrations.map(\.name)) else { return }
    try checkObjects(db, isBackup: false)
  }

  /// The digest of a store that has taken all steps.
  ///
  /// To compare it takes less than a millisecond; to take all steps in memory takes a command's
  /// time. A test keeps it true. If another version of SQLite wrote a statement of the store in its
  /// own way, or if an early store has other statements for the same, the objects are compared one by
  /// one, without spaces and quotation marks.
  static let digest = "S8oFq7G9IUBnG5X6IeZ6Gft5HkSg1MaQzmyD099KgZI="

  /// The SHA-256 hash of all objects, in base64.
  static func digest(of db: Database) throws -> String {
    let objects = try String.fetchOne(
      db,
      sql: """
        SELECT group_concat(
          quote(type) || ',' || quote(name) || ',' || quote(tbl_name) || ',' || quote(sql))
        FROM (SELECT * FROM sqlite_schema ORDER BY type, name)
        """)
    return Data(SHA256.hash(data: Data((objects ?? "").utf8))).base64EncodedString()
  }

  /// GRDB's table of the completed steps.
  private static let migrationsTable = SchemaObject(
    type: "table", name: "grdb_migrations", table: "grdb_migrations", sql: statementOfSteps)
  static let statementOfSteps =
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"

  private static func checkMigrationsTable(in objects: Set<SchemaObject>) throws {
    let made = migrationsTable
    if let other = objects.first(where: { $0.name == made.name && $0 != made }) {
      throw UnknownSchemaObjectError(object: other)
    }
    guard objects.contains(made) else { throw MissingSchemaObjectError(object: made) }
  }

  /// Returns whether the completed steps can be read: they are in GRDB's table, and not in a view,
  /// or there are none.
  static func hasReadableMigrations(_ db: Database) throws -> Bool {
    let statements = try Optional<String>.fetchAll(
      db, sql: "SELECT sql FROM sqlite_schema WHERE name = ? COLLATE NOCASE",
      arguments: [migrationsTable.name])
    return statements.allSatisfy { $0 == statementOfSteps }
  }

  private static func objects(
    madeBy taken: Set<String>, isBackup: Bool
  ) throws -> Set<SchemaObject> {
    let database = try DatabaseQueue()
    defer { try? database.close() }
    let steps = migrations.filter { taken.contains($0.name) }
    if steps.count == migrations.count {
      try create(in: database)
    } else {
      try migrator(steps).migrate(database)
    }
    return try database.writeWithoutTransaction { db in
      if isBackup { try BackupFile.write([], to: db) }
      return try SchemaObject.all(in: db)
    }
  }

  /// The first step was once edited in place: files that took it earlier do not have these.
  private static func isOfPasswords(_ object: SchemaObject) -> Bool {
    object.table == "password" || object.name == "sign_in_of_account"
  }

  /// The tables that SQLite's ANALYZE makes, if somebody has run it.
  private static let statistics: Set<SchemaObject> = [
    SchemaObject(
      type: "table", name: "sqlite_stat1", table: "sqlite_stat1",
      sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    SchemaObject(
      type: "table", name: "sqlite_stat4", table: "sqlite_stat4",
      sql: "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
  ]
}

extension Set<SchemaObject> {
  /// In the same order in every run: a trigger comes before the table that it may belong to.
  fileprivate var inOrder: [SchemaObject] { sorted { ($0.type, $0.name) > ($1.type, $1.name) } }
}
