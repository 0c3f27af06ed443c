import GRDB

extension DatabaseSchema {
  /// The present tables, indexes and triggers, each of which stands after its table.
  ///
  /// A test records the file from the steps, and keeps it true.
  static let present = String(decoding: PackageResources.schema_sql, as: UTF8.self)

  /// Makes what all steps make, in a database without tables, and marks every step as taken.
  ///
  /// Taking the steps one after the other takes a fifth of a first start: SQLite reads the whole
  /// schema again for each change of a table.
  static func create(in database: DatabaseQueue) throws {
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    try database.write { db in
      try db.execute(sql: present)
      try db.execute(sql: statementOfSteps)
      for migration in migrations {
        try db.execute(
          sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [migration.name])
      }
    }
  }
}
