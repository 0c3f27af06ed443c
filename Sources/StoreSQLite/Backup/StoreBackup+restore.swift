import AppStorePayloads
import Foundation
import GRDB
import PrivateFiles
package import StoreEngine

extension StoreBackup {
  /// Makes a store from the backup, with a new epoch, so that every device notices, and with its
  /// own transaction numbers, so that no ID occurs twice, whether the original store continues or
  /// the backup is restored again.
  ///
  /// The whole backup is checked first. If something fails, the folder is as it was before.
  ///
  /// - Parameters:
  ///   - place: The places in a folder that is missing or empty; it gets 0700, and its files 0600.
  ///   - randomness: The source of the epoch.
  ///   - generator: The source of the numbers.
  /// - Returns: The contents of the backup.
  /// - Throws: ``BackupError`` if the file is not a backup, is incomplete, has something that no
  ///   version makes, or was made by a later version, or if the folder is not empty or cannot be
  ///   written.
  package func restore(
    to place: RestoredStore, randomness: Randomness = .system,
    using generator: inout some RandomNumberGenerator
  ) throws -> BackupContents {
    let checked = try check()
    guard
      let numbers = TransactionNumbers.restored(
        after: checked.lastTransaction, of: checked.numbers, using: &generator)
    else { throw BackupError.noNumbersLeft(file) }
    return try place.filling { draft in
      try copy(to: draft)
      let rootHash = try begin(draft) { settings in
        settings.beginEpoch(numbers, randomness)
      }
      for file in checked.files { try place.write(file) }
      guard try self.rootHash(in: place.authority) == rootHash else {
        throw BackupError.damaged(file, reason: "its certificates are those of another store")
      }
      return checked.contents
    }
  }

  /// The hash of the root of the certificates that were restored.
  ///
  /// An error in them is reported as one in the backup, because the restored folder does not stay.
  private func rootHash(in authority: URL) throws(BackupError) -> Data {
    do {
      return try AuthorityFolder(url: authority).open(creates: false).rootHash
    } catch {
      throw switch error {
      case .damaged(let url, let reason):
        .damaged(file, reason: "its authority/\(url.lastPathComponent) \(reason)")
      case .missing: .damaged(file, reason: "its folder authority is missing")
      default: .failed(file, doing: "restoring", reason: error.description)
      }
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
      let store = try DatabaseQueue(
        path: draft.path(percentEncoded: false), configuration: .ofUntrustedFile)
      try store.writeWithoutTransaction(BackupFile.removeAll)
      try DatabaseSchema.migrator.migrate(store)
      let rootHash = try store.write { db in
        var settings = try StoreRow.existing(db)
        change(&settings)
        try StoreRow(settings).upsert(db)
        return settings.rootHash
      }
      try store.close()
      return rootHash
    } catch let error as DatabaseError {
      throw backupError(error)
    } catch let row as DamagedRowError {
      throw BackupError.damaged(file, reason: "\(row)")
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
    try checkFile()
    return try reading { db in
      let problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
      if problems != ["ok"] {
        throw BackupError.damaged(file, reason: problems.joined(separator: ", "))
      }
      guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
        throw BackupError.damaged(file, reason: "rows are missing")
      }
      let files = try BackupFile.all(in: db)
      if let other = files.first(where: { !$0.isAllowed }) {
        throw BackupError.damaged(file, reason: "it has an unexpected file '\(other.path)'")
      }
      return Checked(
        files: files, contents: try BackupContents(db),
        lastTransaction: try db.highestNumber(),
        numbers: try numbers(in: db))
    }
  }

  /// SQLite would wait for the other end of a pipe.
  private func checkFile() throws(BackupError) {
    do {
      try RegularFile.check(file)
    } catch  where error.action == "reading" {
      throw .failed(
        file, doing: "reading",
        reason: "\(error.reason): name a file made by skdemo store backup")
    } catch {
      throw .failed(file, doing: "reading", reason: Self.missing)
    }
  }

  private static let missing = "it is missing, or you may not read it: check its name and its owner"

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
    guard id != DatabaseSchema.applicationID else { throw BackupError.store(file) }
    guard try id == BackupFile.applicationID && db.tableExists("backup_file") else {
      throw BackupError.foreign(file)
    }
    do {
      try DatabaseSchema.checkObjects(db, isBackup: true)
    } catch is NewerSchemaError {
      throw BackupError.newer(file)
    } catch let unknown as UnknownSchemaObjectError {
      throw BackupError.damaged(
        file, reason: "its \(unknown.object.words) was not made by skdemo")
    } catch let missing as MissingSchemaObjectError {
      throw BackupError.damaged(file, reason: "its \(missing.object.words) is missing")
    }
  }

  /// Reads the backup, which is not changed, after its schema was checked.
  private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      var configuration = Configuration.ofUntrustedFile
      configuration.readonly = true
      let backup = try DatabaseQueue(
        path: file.path(percentEncoded: false), configuration: configuration)
      defer { try? backup.close() }
      return try backup.writeWithoutTransaction { db in
        try checkKind(db)
        return try body(db)
      }
    } catch let error as DatabaseError {
      throw backupError(error)
    } catch is EmptyStoreError {
      throw BackupError.damaged(file, reason: "it does not hold a store")
    } catch let row as DamagedRowError {
      throw BackupError.damaged(file, reason: "\(row)")
    } catch is RowDecodingError {
      throw BackupError.damaged(file, reason: "a row cannot be read")
    }
  }

  private func backupError(_ error: DatabaseError) -> BackupError {
    let reason = error.message ?? "\(error.resultCode)"
    return switch error.resultCode {
    case .SQLITE_NOTADB: .foreign(file)
    case .SQLITE_FULL: .failed(file, doing: "restoring", reason: "the disk is full: make room")
    case .SQLITE_CANTOPEN:
      // The backup itself was checked before.
      .failed(
        file, doing: "restoring",
        reason: "a file cannot be made: make room on the disk, and check the folder's owner")
    case .SQLITE_IOERR:
      .failed(
        file, doing: "restoring", reason: "\(reason): make room on the disk, or use another one")
    case .SQLITE_CORRUPT, .SQLITE_ERROR: .damaged(file, reason: reason)
    default: .failed(file, doing: "restoring", reason: reason)
    }
  }
}
