package import Foundation
import GRDB
import PrivateFiles
package import StoreAPI
import StoreEngine

/// A store's ledgers in one SQLite file, which several processes may use at once.
///
/// Every write is an immediate transaction, and on the disk when it returns (WAL with
/// `synchronous = FULL`); whoever finds another process writing waits up to 5 seconds.
package struct SQLiteLedgerStore: Sendable {
  let pool: DatabasePool
  let path: String
  let watcher: ChangeWatcher

  /// Opens the file, making it (0600) and bringing its schema up to date where needed.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unavailable(_:)`` for a file that is no store of this version,
  ///   is damaged, locked or not writable; such a file is left as it is.
  package init(file: URL) throws(StoreFault) {
    path = file.path(percentEncoded: false)
    do {
      try PrivateFile.make(file)
      let changed = URL(filePath: path + ".changed")
      // Of two processes that make a store at once, one makes it.
      let lock = try FileLock(changed)
      defer { lock.release() }
      pool = try Self.openPool(at: path)
      watcher = try ChangeWatcher(changed, foreign: try ExternalChangeDetector(pool))
    } catch {
      throw StorageFault(path: path, error: error).fault
    }
  }

  private static func openPool(at path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    configuration.label = "skdemo.store"
    let pool = try DatabasePool(path: path, configuration: configuration)
    // A pool begins with synchronous = NORMAL, which may lose the last commits with the power.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let isCurrent = try pool.read { db in
      try Schema.check(db)
      return try Schema.migrator.hasCompletedMigrations(db)
    }
    if !isCurrent { try Schema.migrator.migrate(pool) }
    return pool
  }

  /// Closes the file; no call may follow.
  package func close() {
    try? pool.close()
  }
}

extension SQLiteLedgerStore {
  /// Reads in one snapshot.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreFault) -> Value {
    do {
      return try await pool.read(body)
    } catch {
      throw StorageFault(path: path, error: error).fault
    }
  }

  /// Writes in one immediate transaction; after the commit tells other processes, and of this one
  /// whom it concerns.
  ///
  /// In a task of its own: cancelling the caller takes nothing back.
  func write<Value: Sendable>(
    for audience: ChangeScope, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreFault) -> Value {
    try await write { db in (value: try body(db), audience: audience) }
  }

  /// The same, where only the write finds out whom it concerns.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> (value: Value, audience: ChangeScope)
  ) async throws(StoreFault) -> Value {
    do {
      let written = try await Task { [pool] in
        try await pool.write { db in
          let before = db.totalChangesCount
          return (try body(db), changed: db.totalChangesCount > before)
        }
      }.value
      if written.changed { watcher.signal(written.0.audience) }
      return written.0.value
    } catch {
      throw StorageFault(path: path, error: error).fault
    }
  }
}
