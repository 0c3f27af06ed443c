package import Foundation
import GRDB
import PrivateFiles
package import StoreEngine

/// A backup: one SQLite file (0600) with a whole store, its private keys included.
package struct StoreBackup: Sendable {
  package let file: URL

  package init(file: URL) { self.file = file }

  /// Copies a store as it is at one moment, even while a server uses it.
  ///
  /// The file is complete, or is not there.
  ///
  /// - Parameters:
  ///   - database: The store's database, which is not changed.
  ///   - files: The store's other files.
  /// - Returns: The contents of the copy.
  /// - Throws: ``BackupError/exists(_:)`` if there is something at the backup's place, `StoreError` if
  ///   the store cannot be read, and ``BackupError/failed(_:doing:reason:)`` if the backup cannot be
  ///   written.
  package func make(of database: URL, files: [BackupFile]) throws -> BackupContents {
    do {
      return try makeFile(of: database, files)
    } catch let error as FileError {
      throw BackupError.failed(
        file, doing: "writing",
        reason: "\(error.reason). Make room, or name a file in another folder")
    }
  }

  private func makeFile(of database: URL, _ files: [BackupFile]) throws -> BackupContents {
    try checkPlace()
    let draft = try BackupDraft(of: file, storeIn: database.deletingLastPathComponent())
    defer { draft.remove() }
    try copy(database, to: draft.url)
    let contents = try add(files, to: draft.url)
    // SQLite does not wait for the disk when it copies.
    try PrivateFile.synchronize(file: draft.url)
    guard try PrivateFile.moveIfFree(draft.url, to: file) else { throw BackupError.exists(file) }
    return contents
  }

  private func checkPlace() throws {
    // A link that leads nowhere is something too.
    let path = file.path(percentEncoded: false)
    guard (try? FileManager.default.attributesOfItem(atPath: path)) == nil
    else { throw BackupError.exists(file) }
  }

  /// Copies a store without changing it; its own sentences say what is wrong with it.
  private func copy(_ database: URL, to draft: URL) throws {
    let path = database.path(percentEncoded: false)
    do {
      guard try StoreFileCheck(file: database).hasDatabase(DatabaseSchema.migrator) else {
        throw EmptyStoreError(database)
      }
      var configuration = Configuration()
      configuration.disableTrustedSchema()
      configuration.busyMode = SQLiteLedgerStore.retryWhileBusy()
      let store = try DatabaseQueue(toReadStoreAt: path, configuration)
      defer { try? store.close() }
      try store.writeWithoutTransaction { db in
        _ = try DatabaseSchema.isCurrent(db, DatabaseSchema.migrator)
        // A backup with anything else would be refused when it is restored.
        try DatabaseSchema.checkStore(db)
        try db.execute(sql: "VACUUM INTO ?", arguments: [draft.path(percentEncoded: false)])
      }
    } catch let error as DatabaseError where error.isOfDestination {
      throw failed(error)
    } catch {
      throw StorageError(path: path, cause: error).error
    }
  }

  private func add(_ files: [BackupFile], to draft: URL) throws -> BackupContents {
    do {
      let copy = try DatabaseQueue(path: draft.path(percentEncoded: false))
      defer { try? copy.close() }
      return try copy.writeWithoutTransaction { db in
        // The backup is one file, and so is its draft: an incomplete draft is not used.
        try db.execute(sql: "PRAGMA journal_mode = MEMORY")
        try db.inTransaction {
          try BackupFile.write(files, to: db)
          return .commit
        }
        return try BackupContents(db)
      }
    } catch let error as DatabaseError {
      throw failed(error)
    }
  }

  private func failed(_ error: DatabaseError) -> BackupError {
    .failed(
      file, doing: "writing",
      reason: error.resultCode == .SQLITE_FULL
        ? "the disk is full: make room, or name a file on another disk"
        : error.message ?? "\(error.resultCode)")
  }
}

extension DatabaseError {
  /// Whether a copy failed because of the place that it is written to.
  fileprivate var isOfDestination: Bool {
    [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY].contains(resultCode)
  }
}
