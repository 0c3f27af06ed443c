import GRDB

/// The tables of a store, step by step.
///
/// A step that was released never changes: a test compares the hash of each step's SQL. The steps
/// that a file has taken are its version, also that of its JSON texts. So a new key or column needs
/// a new step, even an empty one; an earlier program then refuses the file.
///
/// The schema repeats the rules' invariants, so that a mistake in the code cannot write an invalid
/// row. Dates are milliseconds since 1970, money is milliunits, UUIDs are lower-case text.
enum Schema {
  struct Migration: Sendable {
    let name: String
    let sql: String
  }

  /// In the order in which they are taken.
  static let migrations = [
    Migration(name: "first", sql: first),
    Migration(name: "passwords", sql: passwords),
    Migration(name: "costs of passwords", sql: passwordCosts),
  ]

  static let migrator = migrator(migrations)

  static func migrator(_ migrations: [Migration]) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for migration in migrations {
      migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
    }
    return migrator
  }

  /// Marks the file as ours: "SKDM" in ASCII.
  static let applicationID = 0x534B_444D

  /// Returns whether a file has taken all steps.
  ///
  /// - Throws: ``ForeignSchema`` for another program's database, ``NewerSchema`` for a file of a
  ///   later version, and ``UnreleasedSchema`` for a file from before the first release.
  static func isCurrent(_ db: Database, _ migrator: DatabaseMigrator) throws -> Bool {
    let isCurrent = try migrator.hasCompletedMigrations(db)
    guard try isCurrent || !isUnreleased(db, migrator) else { throw UnreleasedSchema() }
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema")
    guard id == applicationID || tables == 0 else { throw ForeignSchema() }
    guard try !migrator.hasBeenSuperseded(db) else { throw NewerSchema() }
    return isCurrent
  }

  /// Returns whether the file took the first step before its release, when it had no refunds.
  private static func isUnreleased(_ db: Database, _ migrator: DatabaseMigrator) throws -> Bool {
    guard try migrator.appliedIdentifiers(db).contains("first"), try db.tableExists("transaction")
    else { return false }
    return try !db.columns(in: "transaction").contains { $0.name == "refunded" }
  }

  /// The first step was once edited in place: files that took it earlier do not have these.
  private static let passwords = """
    CREATE TABLE IF NOT EXISTS password (
      account INTEGER PRIMARY KEY REFERENCES account (id),
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      salt BLOB NOT NULL CHECK (length(salt) = 16),
      rounds INTEGER NOT NULL CHECK (rounds > 1 AND rounds & (rounds - 1) = 0),
      block_size INTEGER NOT NULL CHECK (block_size > 0),
      parallelism INTEGER NOT NULL CHECK (parallelism > 0)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS sign_in_of_account ON sign_in (account);
    """

  /// Each sign-in reads the costs of all passwords.
  private static let passwordCosts = """
    CREATE INDEX password_cost ON password (rounds, block_size, parallelism);
    """
}
