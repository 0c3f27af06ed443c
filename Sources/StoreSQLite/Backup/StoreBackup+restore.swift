import Foundation
import GRDB
import PrivateFiles
import StoreAPI
package import StoreEngine

extension StoreBackup {
  /// Makes a store from the backup, as a new incarnation: with another epoch, so that every device
  /// notices, and with transaction numbers of its own, so that no ID comes twice, whether the store
  /// that was backed up goes on or the backup is restored once more.
  ///
  /// The whole backup is checked first. If something fails, the folder is as it was before.
  ///
  /// - Parameters:
  ///   - place: The places in a folder that is missing or empty; it gets 0700, and its files 0600.
  ///   - randomness: The source of the epoch.
  ///   - generator: The source of the numbers.
  /// - Returns: What the backup holds.
  /// - Throws: ``BackupFault`` if the backup is none, not whole or of a later version, or if the folder
  ///   is not empty or cannot be written; `AuthorityFault` if its certificates cannot be used.
  package func restore(
    to place: RestoredStore, randomness: Randomness = .system,
    using generator: inout some RandomNumberGenerator
  ) throws -> BackupContents {
    let checked = try check()
    guard
      let numbers = TransactionNumbers.restored(
        after: checked.lastTransaction, of: checked.numbers, using: &generator)
    else { throw BackupFault.noNumbersLeft(file) }
    return try place.filling {
      let draft = place.database.appendingPathExtension("draft")
      try PrivateFile.make(draft)
      try copy(to: draft)
      let rootHash = try begin(draft) { settings in
        settings.beginEpoch(numbers, randomness)
      }
      for file in checked.files { try place.write(file) }
      guard try AuthorityFolder(url: place.authority).open().rootHash == rootHash else {
        throw BackupFault.damaged(file, reason: "its certificates are those of another store")
      }
      // Only with its database is the folder a store.
      try PrivateFile.move(draft, to: place.database)
      return checked.contents
    }
  }

  private func copy(to draft: URL) throws {
    try reading { db in
      try db.execute(sql: "VACUUM INTO ?", arguments: [draft.path(percentEncoded: false)])
    }
  }

  /// Makes a copy of the backup a store of this version, with changed settings.
  ///
  /// - Returns: The hash of the store's root certificate.
  private func begin(_ draft: URL, _ change: (inout StoreSettings) -> Void) throws -> Data {
    do {
      let store = try DatabaseQueue(path: draft.path(percentEncoded: false))
      defer { try? store.close() }
      try store.writeWithoutTransaction(BackupFile.removeAll)
      try Schema.migrator.migrate(store)
      return try store.write { db in
        var settings = try StoreRow.existing(db)
        change(&settings)
        try StoreRow(settings).upsert(db)
        return settings.rootHash
      }
    } catch let error as DatabaseError {
      throw fault(error)
    } catch let row as DamagedRow {
      throw BackupFault.damaged(file, reason: "\(row)")
    }
  }
}

// MARK: - Checking

extension StoreBackup {
  private struct Checked {
    let files: [BackupFile]
    let contents: BackupContents
    let lastTransaction: TransactionID?
    let numbers: TransactionNumbers
  }

  private func check() throws -> Checked {
    try reading { db in
      try checkKind(db)
      let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
      if problems != ["ok"] {
        throw BackupFault.damaged(file, reason: problems.joined(separator: ", "))
      }
      guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
        throw BackupFault.damaged(file, reason: "rows are missing")
      }
      let files = try BackupFile.all(in: db)
      if let other = files.first(where: { !$0.isAllowed }) {
        throw BackupFault.damaged(file, reason: "no store has a file '\(other.path)'")
      }
      return Checked(
        files: files, contents: try BackupContents(db),
        lastTransaction: try db.highestNumber(),
        numbers: try numbers(in: db))
    }
  }

  /// The numbers of the store in the backup, which may be of a version that could not be restored.
  private func numbers(in db: Database) throws -> TransactionNumbers {
    guard try db.columns(in: "store").contains(where: { $0.name == "first_number" }) else {
      return .original
    }
    guard let row = try Row.fetchOne(db, sql: "SELECT first_number FROM store") else {
      return .original
    }
    let store = CheckedRow(row, of: StoreRow.databaseTableName)
    return TransactionNumbers(first: try store.number("first_number", in: 0...Int64.max))
  }

  private func checkKind(_ db: Database) throws {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
    guard id != Schema.applicationID else { throw BackupFault.store(file) }
    guard try id == BackupFile.applicationID && db.tableExists("backup_file") else {
      throw BackupFault.foreign(file)
    }
    guard try !Schema.migrator.hasBeenSuperseded(db) else { throw BackupFault.newer(file) }
  }

  /// Reads the backup, which is not changed.
  private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let backup = try DatabaseQueue(
        path: file.path(percentEncoded: false), configuration: configuration)
      defer { try? backup.close() }
      return try backup.writeWithoutTransaction(body)
    } catch let error as DatabaseError {
      throw fault(error)
    } catch is EmptyStore {
      throw BackupFault.damaged(file, reason: "it holds no store")
    } catch let row as DamagedRow {
      throw BackupFault.damaged(file, reason: "\(row)")
    } catch is RowDecodingError {
      throw BackupFault.damaged(file, reason: "a row cannot be read")
    }
  }

  private func fault(_ error: DatabaseError) -> BackupFault {
    let reason = error.message ?? "\(error.resultCode)"
    return switch error.resultCode {
    case .SQLITE_NOTADB: .foreign(file)
    case .SQLITE_FULL: .failed(file, doing: "restoring", reason: "the disk is full")
    case .SQLITE_CANTOPEN: .failed(file, doing: "reading", reason: "it is missing or not readable")
    case .SQLITE_CORRUPT, .SQLITE_ERROR: .damaged(file, reason: reason)
    default: .failed(file, doing: "restoring", reason: reason)
    }
  }
}
