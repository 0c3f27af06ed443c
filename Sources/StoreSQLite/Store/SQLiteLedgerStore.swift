import Dispatch
package import Foundation
import GRDB
import PrivateFiles
package import StoreAPI
import StoreEngine

/// A store's ledgers in one SQLite file, which several processes may use at the same time.
///
/// Every write is an immediate transaction and is on the disk when it returns (WAL with
/// `synchronous = FULL`). A write waits up to 5 seconds for the write of another process.
package struct SQLiteLedgerStore: Sendable {
  /// The connections of one open file.
  package enum Connections: Sendable {
    /// One, which reads and writes in turn: for a program that ends soon or serves one customer, to
    /// which every other connection would cost more time than it saves.
    case one
    /// One that writes, and others that read meanwhile: for a server.
    case pool
  }

  let database: any DatabaseWriter
  let path: String
  let watcher: ChangeWatcher
  /// The ledgers of a settlement that is not finished.
  let settledLedgers = LedgerCache()
  let purchasesCache = StoredPurchasesCache()
  /// Reads what grows with a history, one such read after the other; see ``readList(_:)``.
  let lists = DispatchQueue(label: "skdemo.store.lists")

  /// Opens the file on a thread of its own, and suspends the calling task meanwhile.
  ///
  /// - Throws: As ``init(file:connections:creates:)``.
  package static func open(
    file: URL, connections: Connections = .pool, creates: Bool = true
  ) async throws(StoreError) -> SQLiteLedgerStore {
    try await DetachedThread.run { () throws(StoreError) in
      try SQLiteLedgerStore(file: file, connections: connections, creates: creates)
    }
  }

  /// Opens the file; makes it (0600) or migrates its schema if necessary.
  ///
  /// It blocks the calling thread while another process makes or opens the store, and while one
  /// writes to it. Call ``open(file:connections:creates:)`` from a task that shares its thread.
  ///
  /// - Parameters:
  ///   - file: The file of the database.
  ///   - connections: The kind of its use.
  ///   - creates: Whether a file that is missing, or holds no store, is made one.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the file is not a store of this
  ///   version, is damaged, locked or not writable, or holds no store and is not made one. Such a
  ///   file is not changed.
  package init(
    file: URL, connections: Connections = .pool, creates: Bool = true
  ) throws(StoreError) {
    try self.init(
      file: file, connections: connections, creates: creates, migrator: DatabaseSchema.migrator)
  }

  /// Opens the file with other steps of the schema, or with another wait for other processes.
  init(
    file: URL, connections: Connections = .pool, creates: Bool = true,
    migrator: DatabaseMigrator, busyMode: Database.BusyMode = retryWhileBusy()
  ) throws(StoreError) {
    path = file.path(percentEncoded: false)
    do {
      let check = StoreFileCheck(file: file)
      guard try check.hasDatabase(migrator) || creates else {
        try MigrationCopy(ofStoreAt: path).checkDoesNotExist()
        throw EmptyStoreError(file)
      }
      let changed = StoreFileCheck.lock(of: file)
      // If two processes create a store at the same time, the second opens what the first created.
      let lock = try FileLock(changed)
      defer { lock.release() }
      if creates, try check.holdsNothing() {
        try NewStoreFile(file: file, draft: file.appendingPathExtension("new")).make(migrator)
      }
      database = try Self.open(connections, at: path, creates: creates, migrator, busyMode)
      watcher = try ChangeWatcher(changed, detector: try ExternalChangeDetector(database))
    } catch {
      throw StorageError(path: path, cause: error).error
    }
  }

  /// Tries again every 2 milliseconds, for 5 seconds.
  ///
  /// SQLite's own timeout tries ten times a second, and can miss all pauses of a process that
  /// writes much. It waits on the thread that writes, which is GRDB's, or the one that opens the
  /// file.
  static func retryWhileBusy(
    attempts limit: Int = 2_500, wait: @escaping @Sendable () -> Void = { usleep(2_000) }
  ) -> Database.BusyMode {
    .callback { attempts in
      guard attempts < limit else { return false }
      wait()
      return true
    }
  }

  private static func open(
    _ connections: Connections, at path: String, creates: Bool, _ migrator: DatabaseMigrator,
    _ busyMode: Database.BusyMode
  ) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = busyMode
    configuration.foreignKeysEnabled = true
    configuration.label = "skdemo.store"
    configuration.disableTrustedSchema()
    // One for each thread that runs requests, and one for lists: nobody waits for a reader.
    configuration.maximumReaderCount = max(
      configuration.maximumReaderCount, ProcessInfo.processInfo.activeProcessorCount + 1)
    let copy = MigrationCopy(ofStoreAt: path)
    let isCurrent = try check(path, copy, creates: creates, migrator, configuration)
    let database = try connections.open(path, configuration)
    try database.writeWithoutTransaction(makeDurable)
    do {
      if !isCurrent { try migrator.migrate(database) }
    } catch {
      throw MigrationError(cause: error, copy: copy.exists ? copy.file : nil)
    }
    copy.remove()
    return database
  }

  /// A queue begins without a write-ahead log, a pool with synchronous = NORMAL, which may lose the
  /// last commits in a power failure.
  ///
  /// GRDB can also set the mode of a queue, but then writes to the log at each opening, for readers
  /// that a queue does not have.
  private static func makeDurable(_ db: Database) throws {
    guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
      throw DatabaseError(message: "its file system cannot keep a write-ahead log")
    }
    try db.execute(sql: "PRAGMA synchronous = FULL")
  }

  /// Checks the file before a connection that sets its journal mode is opened; copies it if it will be
  /// migrated.
  ///
  /// - Returns: Whether the file has taken all steps.
  private static func check(
    _ path: String, _ copy: MigrationCopy, creates: Bool, _ migrator: DatabaseMigrator,
    _ configuration: Configuration
  ) throws -> Bool {
    let store = try DatabaseQueue(toReadStoreAt: path, configuration)
    let isCurrent = try store.read { db in
      let isCurrent = try DatabaseSchema.isCurrent(db, migrator)
      guard try creates || DatabaseSchema.holdsStore(db) else {
        throw EmptyStoreError(URL(filePath: path))
      }
      try DatabaseSchema.checkStore(db)
      return isCurrent
    }
    if !isCurrent { try copy.make(of: store, migrator) }
    try store.close()
    return isCurrent
  }

  /// Closes the file; no other method may be called afterwards.
  package func close() {
    try? database.close()
  }
}

extension SQLiteLedgerStore.Connections {
  fileprivate func open(
    _ path: String, _ configuration: Configuration
  ) throws -> any DatabaseWriter {
    switch self {
    case .one: try DatabaseQueue(path: path, configuration: configuration)
    case .pool: try DatabasePool(path: path, configuration: configuration)
    }
  }
}
