import Foundation
import GRDB
import PrivateFiles

/// A look at a store's file before SQLite opens it.
///
/// SQLite writes beside a database that it only reads, if that has a write-ahead log. So a file
/// without the mark of a store is opened in a copy, and it and its folder stay as they are.
struct StoreFileCheck {
  let file: URL

  /// Whether there is a database; a missing or empty file is none.
  ///
  /// - Throws: As ``Schema/isCurrent(_:_:)`` for what is not a store, also if it is no database.
  func hasDatabase(_ migrator: DatabaseMigrator) throws -> Bool {
    guard let kind = try kind() else { return false }
    if kind == .unmarked { try checkUnmarked(migrator) }
    return true
  }

  private enum Kind {
    case store, unmarked
  }

  private func kind() throws -> Kind? {
    guard FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
      return nil
    }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    guard let header = try handle.read(upToCount: 100), !header.isEmpty else { return nil }
    // Source: The SQLite database file format, 1.3.
    guard header.count == 100, header.starts(with: Data("SQLite format 3\0".utf8)) else {
      throw DatabaseError(resultCode: .SQLITE_NOTADB)
    }
    switch header[68..<72].reduce(0, { $0 << 8 | Int($1) }) {
    case Schema.applicationID: return .store
    case BackupFile.applicationID: throw BackupSchema()
    default: return .unmarked
    }
  }

  /// Checks a file whose mark may be in its write-ahead log: of a store whose making a crash has ended.
  ///
  /// Another process may be making the store now; it holds the lock.
  private func checkUnmarked(_ migrator: DatabaseMigrator) throws {
    let changed = Self.lock(of: file)
    let isStore = FileManager.default.fileExists(atPath: changed.path(percentEncoded: false))
    let lock = isStore ? try FileLock(changed) : nil
    defer { lock?.release() }
    if try kind() == .unmarked { try checkCopy(migrator) }
  }

  private func checkCopy(_ migrator: DatabaseMigrator) throws {
    // A store is marked long before it has this size.
    let limit = 16 << 20
    guard try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 <= limit else {
      throw ForeignSchema()
    }
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: file.lastPathComponent)
    for suffix in ["", "-wal", "-journal"] {
      let path = file.path(percentEncoded: false) + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.copyItem(
        atPath: path, toPath: copy.path(percentEncoded: false) + suffix)
    }
    let database = try DatabaseQueue(path: copy.path(percentEncoded: false))
    defer { try? database.close() }
    _ = try database.read { try Schema.isCurrent($0, migrator) }
  }

  /// The file that processes lock while they open the store.
  static func lock(of file: URL) -> URL {
    URL(filePath: file.path(percentEncoded: false) + ".changed")
  }
}
