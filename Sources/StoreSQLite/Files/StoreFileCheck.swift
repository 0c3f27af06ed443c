import Foundation
import GRDB
import PrivateFiles

/// Checks a store's file before SQLite opens it.
///
/// If a database has a write-ahead log, SQLite writes files beside it even to read it. So a file
/// without a store's mark is opened as a copy, and the file and its folder stay unchanged.
struct StoreFileCheck {
  let file: URL

  /// Whether the file is a database with tables; a missing or empty file is not.
  ///
  /// - Throws: The errors of ``DatabaseSchema/isCurrent(_:_:)`` if the file is not a store, or not even a
  ///   database.
  func hasDatabase(_ migrator: DatabaseMigrator) throws -> Bool {
    guard let kind = try kind() else { return false }
    return try kind == .store || hasTables(migrator)
  }

  /// Whether the file is missing, empty, or a database without a table.
  ///
  /// The caller holds the lock, and has called ``hasDatabase(_:)``.
  func holdsNothing() throws -> Bool {
    guard let kind = try kind() else { return true }
    return try kind == .unmarked && readCopy { db in try DatabaseSchema.isEmpty(db) }
  }

  /// Whether a store was begun in this file and never finished; the caller holds the lock.
  ///
  /// A store is marked before its last table is made. So a file without a mark that cannot be read
  /// was not finished. A file with a mark is damaged, and perhaps somebody's store.
  ///
  /// - Throws: ``ForeignDatabaseError`` or another error if the file does not belong to a store.
  func isUnfinished() throws -> Bool {
    // On a full disk, only a part of the first page may have been written.
    if let header = try header(), header.count < 100, Self.mark.starts(with: header.prefix(16)),
      Self.id(in: header) == 0
    {
      return true
    }
    guard let kind = try kind() else { return true }
    do {
      return try readCopy { db in
        guard try DatabaseSchema.isOwn(db) else { throw ForeignDatabaseError() }
        return try !DatabaseSchema.holdsStore(db)
      }
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CORRUPT && kind == .unmarked
    {
      return true
    }
  }

  private enum Kind {
    case store, unmarked
  }

  private func kind() throws -> Kind? {
    guard let header = try header() else { return nil }
    guard header.count == 100, header.starts(with: Self.mark) else {
      throw DatabaseError(resultCode: .SQLITE_NOTADB)
    }
    switch Self.id(in: header) {
    case DatabaseSchema.applicationID: return .store
    case BackupFile.applicationID: throw BackupSchemaError()
    default: return .unmarked
    }
  }

  /// The application ID in a header; 0 if the header is too short.
  private static func id(in header: Data) -> Int {
    header.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The first 100 bytes; `nil` if the file is missing or empty.
  private func header() throws -> Data? {
    guard PrivateFile.permissions(of: file) != nil else { return nil }
    let header = try RegularFile.contents(of: file, upTo: 100)
    return header.isEmpty ? nil : header
  }

  /// Source: The SQLite database file format, 1.3.
  private static let mark = Data("SQLite format 3\0".utf8)

  /// Checks a file whose mark may be in its write-ahead log, because a crash interrupted an earlier
  /// version while it made the store.
  ///
  /// Another process may be making the store now; it holds the lock, and the thread waits for it.
  private func hasTables(_ migrator: DatabaseMigrator) throws -> Bool {
    let changed = Self.lock(of: file)
    let lock = PrivateFile.permissions(of: changed) == nil ? nil : try FileLock(changed)
    defer { lock?.release() }
    guard try kind() == .unmarked else { return true }
    return try readCopy { db in
      _ = try DatabaseSchema.isCurrent(db, migrator)
      return try !DatabaseSchema.isEmpty(db)
    }
  }

  /// Reads a copy of the database and of its logs, which are applied to it.
  private func readCopy<Value>(_ body: (Database) throws -> Value) throws -> Value {
    // A store is marked long before it has this size.
    let limit = 16 << 20
    guard try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 <= limit else {
      throw ForeignDatabaseError()
    }
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: file.lastPathComponent)
    for suffix in ["", "-wal", "-journal"] {
      let path = file.path(percentEncoded: false) + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.copyItem(
        atPath: path, toPath: copy.path(percentEncoded: false) + suffix)
    }
    let database = try DatabaseQueue(
      path: copy.path(percentEncoded: false), configuration: .ofUntrustedFile)
    defer { try? database.close() }
    return try database.read(body)
  }

  /// The file that processes lock while they open the store.
  static func lock(of file: URL) -> URL {
    URL(filePath: file.path(percentEncoded: false) + ".changed")
  }
}

extension DatabaseQueue {
  /// Opens a store's file to read it.
  ///
  /// It writes nothing unless a process has died during a write without a write-ahead log, such as
  /// the change to such a log: only a writing connection can undo that write.
  convenience init(toReadStoreAt path: String, _ configuration: Configuration) throws {
    var configuration = configuration
    configuration.readonly = (PrivateFile.size(of: URL(filePath: path + "-journal")) ?? 0) == 0
    try self.init(path: path, configuration: configuration)
  }
}

extension Configuration {
  /// Opens a file that somebody else may have made.
  ///
  /// SQLite then calls no harmful function for the file's schema, and checks the size of each cell
  /// before it reads it.
  static var ofUntrustedFile: Configuration {
    var configuration = Configuration()
    configuration.disableTrustedSchema()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cell_size_check = ON") }
    return configuration
  }

  /// Lets the schema's triggers, indexes and constraints call only functions that do no harm.
  ///
  /// SQLite before 3.41 treats its own JSON functions as harmful. With this limit it could not open
  /// a store, whose tables check their JSON with such a function. So with an earlier version only
  /// ``DatabaseSchema/checkStore(_:)`` and ``DatabaseSchema/checkObjects(_:isBackup:)`` restrict
  /// the functions that a schema calls.
  mutating func disableTrustedSchema() {
    guard Database.sqliteLibVersionNumber >= 3_041_000 else { return }
    prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
  }
}
