package import Foundation
import GRDB
import StoreEngine

/// A file in the data folder that belongs to a store, other than its database.
package struct BackupFile: Hashable, Sendable {
  /// Its path in the data folder, such as `authority/root.der`.
  package let path: String
  package let data: Data

  package init(path: String, data: Data) {
    self.path = path
    self.data = data
  }

  /// The paths that these files can have.
  package static let paths =
    AuthorityFolder.fileNames.map { "authority/\($0)" }
    + ["operator.key", "stores/local/Products.json"]

  /// Whether a store has such a file; a backup may have come from anywhere.
  package var isAllowed: Bool { Self.paths.contains(path) }
}

extension BackupFile {
  /// Marks a backup, so that it is not opened as a store: "SKDB" in ASCII.
  static let applicationID = 0x534B_4442

  /// Adds the table of these files to a copy of a store, which becomes a backup.
  static func write(_ files: [BackupFile], to db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE backup_file (path TEXT NOT NULL PRIMARY KEY, data BLOB NOT NULL) STRICT;
        """)
    for file in files {
      try db.execute(
        sql: "INSERT INTO backup_file VALUES (?, ?)", arguments: [file.path, file.data])
    }
  }

  static func all(in db: Database) throws -> [BackupFile] {
    try Row.fetchAll(db, sql: "SELECT path, data FROM backup_file ORDER BY path").map {
      BackupFile(
        path: try $0.decode(forColumn: "path"), data: try $0.decode(forColumn: "data"))
    }
  }

  /// Makes a backup a store again; nothing of the files stays in the database.
  static func removeAll(from db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA secure_delete = ON;
        DROP TABLE backup_file;
        PRAGMA application_id = \(DatabaseSchema.applicationID);
        """)
  }
}
