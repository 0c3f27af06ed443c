package import Foundation
import GRDB
import PrivateFiles
package import StoreAPI
package import StoreEngine

/// The database of a new store.
///
/// 1. The database is made in memory and written to a draft, which is emptied first: a crash leaves
///    a draft that nothing reads.
/// 2. The draft is on the disk before one rename gives it the database's name. So a file with that
///    name is complete.
/// 3. It replaces no file, or only a file without tables. The logs of that file are removed first,
///    because SQLite would apply them to the new one.
struct NewStoreFile {
  let file: URL
  let draft: URL

  /// Makes the file with all tables, filled by `fill` in one transaction.
  ///
  /// - Throws: ``LeftoverCopyError`` if an earlier store has left a copy.
  func make(
    _ migrator: DatabaseMigrator, fill: @escaping (Database) throws -> Void = { _ in }
  ) throws {
    try MigrationCopy(ofStoreAt: file.path(percentEncoded: false)).checkDoesNotExist()
    try draft.removeLogs()
    try PrivateFile.makeEmpty(draft)
    try write(migrator, fill)
    try PrivateFile.synchronize(file: draft)
    try file.removeLogs()
    try PrivateFile.move(draft, to: file)
  }

  private func write(
    _ migrator: DatabaseMigrator, _ fill: @escaping (Database) throws -> Void
  ) throws {
    let database = try DatabaseQueue()
    defer { try? database.close() }
    // Tests also make files of earlier versions.
    if migrator.migrations == DatabaseSchema.migrator.migrations {
      try DatabaseSchema.create(in: database)
    } else {
      try migrator.migrate(database)
    }
    try database.write(fill)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "VACUUM INTO ?", arguments: [draft.path(percentEncoded: false)])
    }
  }
}

extension URL {
  /// Removes SQLite's files of changes that are not yet in this database.
  func removeLogs() throws(FileError) {
    for suffix in ["-journal", "-wal", "-shm"] {
      let log = URL(filePath: path(percentEncoded: false) + suffix)
      if PrivateFile.permissions(of: log) != nil { try PrivateFile.remove(log) }
    }
  }
}

extension SQLiteLedgerStore {
  /// Makes the database of a new store, which is complete once it has its name.
  ///
  /// It replaces no file, except one that an earlier version was making there; see
  /// ``isUnfinished(_:)``.
  ///
  /// - Parameters:
  ///   - file: The database.
  ///   - draft: A file in the same folder, which becomes the database.
  ///   - settings: The store's settings.
  ///   - catalogue: The products and settings of the store.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the file cannot be written, or if an earlier
  ///   store has left a copy from before a migration.
  package static func make(
    _ file: URL, via draft: URL, settings: StoreSettings, catalogue: Catalogue
  ) throws(StoreError) {
    do {
      try NewStoreFile(file: file, draft: draft).make(DatabaseSchema.migrator) { db in
        try db.insert(settings, selling: catalogue)
      }
    } catch {
      throw StorageError(path: file.path(percentEncoded: false), cause: error).error
    }
  }

  /// Checks that a new store does not replace a store whose copy could still be put back.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if an earlier store has left a copy from before a
  ///   migration.
  package static func checkNoLeftoverCopy(of file: URL) throws(StoreError) {
    let path = file.path(percentEncoded: false)
    do {
      try MigrationCopy(ofStoreAt: path).checkDoesNotExist()
    } catch {
      throw StorageError(path: path, cause: error).error
    }
  }

  /// The file that processes lock while they make or open a store.
  package static func lock(of file: URL) -> URL { StoreFileCheck.lock(of: file) }

  /// Whether a file is a store that an earlier version began to make under its final name, but did
  /// not finish.
  ///
  /// Call it only if a store was begun there. A crash or a full disk may have ended this at any
  /// point.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if it is another program's file.
  package static func isUnfinished(_ file: URL) throws(StoreError) -> Bool {
    do {
      return try StoreFileCheck(file: file).isUnfinished()
    } catch {
      throw StorageError(path: file.path(percentEncoded: false), cause: error).error
    }
  }
}

extension Database {
  /// Inserts what a new store has.
  func insert(_ settings: StoreSettings, selling catalogue: Catalogue) throws {
    try StoreRow(settings).insert(self)
    let first = CatalogueVersion(version: 1, validFrom: settings.lastNow, catalogue: catalogue)
    try CatalogueRow(first).insert(self)
    if let key = catalogue.offerKey { try add(key, at: settings.lastNow) }
  }
}
