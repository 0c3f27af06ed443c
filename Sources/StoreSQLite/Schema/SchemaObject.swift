import GRDB

/// A table, index, trigger or view of a database, as SQLite's table `sqlite_schema` has it.
struct SchemaObject: Hashable {
  let type: String
  let name: String
  let table: String
  /// The statement that made it; `nil` for an index that belongs to a constraint.
  let sql: String?

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
struct UnknownSchemaObject: Error {
  let object: SchemaObject
}

/// A database lacks something that its version makes.
struct MissingSchemaObject: Error {
  let object: SchemaObject
}

extension Schema {
  /// Checks that a database has exactly what the steps make that it claims to have taken.
  ///
  /// Nothing in the database is executed: no view is read, no trigger or expression runs. Other
  /// checks of an untrusted file come after this one.
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - isBackup: Whether it has the table of a backup's files too.
  /// - Throws: ``UnknownSchemaObject``, ``MissingSchemaObject``, and ``NewerSchema`` for a file of a
  ///   later version.
  static func checkObjects(_ db: Database, isBackup: Bool) throws {
    let objects = try SchemaObject.all(in: db)
    try checkTableOfSteps(in: objects)
    let taken = try migrator.appliedIdentifiers(db)
    guard taken.isSubset(of: migrations.map(\.name)) else { throw NewerSchema() }
    let expected = try self.objects(madeBy: taken, isBackup: isBackup)
    if let object = objects.subtracting(expected).subtracting(statistics).inOrder.first {
      throw UnknownSchemaObject(object: object)
    }
    let missing = expected.subtracting(objects).filter { object in
      taken.contains("passwords") || !isOfPasswords(object)
    }
    if let object = missing.inOrder.first { throw MissingSchemaObject(object: object) }
  }

  /// Checks that GRDB's table of the completed steps is a table.
  private static func checkTableOfSteps(in objects: Set<SchemaObject>) throws {
    let name = "grdb_migrations"
    let made = SchemaObject(
      type: "table", name: name, table: name,
      sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    if let other = objects.first(where: { $0.name == name && $0 != made }) {
      throw UnknownSchemaObject(object: other)
    }
    guard objects.contains(made) else { throw MissingSchemaObject(object: made) }
  }

  private static func objects(
    madeBy taken: Set<String>, isBackup: Bool
  ) throws -> Set<SchemaObject> {
    let database = try DatabaseQueue()
    defer { try? database.close() }
    try migrator(migrations.filter { taken.contains($0.name) }).migrate(database)
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
