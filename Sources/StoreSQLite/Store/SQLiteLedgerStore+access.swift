import Dispatch
import GRDB
import StoreAPI

extension SQLiteLedgerStore {
  /// Reads few rows in one snapshot.
  ///
  /// A pool reads on the caller's thread, because such a read takes less time than to change the
  /// thread twice. The thread does not wait for a writer or for another reader: there are as many
  /// readers as threads of requests, and none is held across a suspension. It waits when a reader is
  /// opened for the first time, and while another process that was the last to use the file closes or
  /// repairs it.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      guard let pool = database as? DatabasePool else { return try await database.read(body) }
      try Task.checkCancellation()
      return try Self.readNow(pool, body)
    } catch {
      throw StorageError(path: path, cause: error).error
    }
  }

  /// Reads in one snapshot a list that grows with a history or with the number of customers.
  ///
  /// A pool reads it on a thread of its own, so that other requests continue meanwhile.
  func readList<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      guard let pool = database as? DatabasePool else { return try await database.read(body) }
      try Task.checkCancellation()
      // GRDB's asynchronous method holds its reader until its task continues. The threads that it
      // needs for that could all be waiting for a reader.
      return try await withCheckedThrowingContinuation { continuation in
        lists.async { continuation.resume(with: Result { try Self.readNow(pool, body) }) }
      }
    } catch {
      throw StorageError(path: path, cause: error).error
    }
  }

  /// In an asynchronous function the same call would mean GRDB's asynchronous method.
  private static func readNow<Value>(
    _ pool: DatabasePool, _ body: (Database) throws -> Value
  ) throws -> Value {
    try pool.read(body)
  }

  /// Writes in one immediate transaction, and notifies the listeners in `scope` after the commit.
  ///
  /// Cancelling the caller does not undo it.
  func write<Value: Sendable>(
    for scope: ChangeScope, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    try await write { db in (value: try body(db), scope: scope) }
  }

  /// Writes like ``write(for:_:)``, with a scope that the write returns.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> (value: Value, scope: ChangeScope)
  ) async throws(StoreError) -> Value {
    do {
      // GRDB's asynchronous methods undo a write when their task is cancelled.
      let written = try await withCheckedThrowingContinuation { continuation in
        database.asyncWriteWithoutTransaction { db in
          continuation.resume(with: Result { try db.writeImmediately(body) })
        }
      }
      if written.changed { watcher.signal(written.scope) }
      return written.value
    } catch {
      throw StorageError(path: path, cause: error).error
    }
  }
}

extension Database {
  /// Writes in one immediate transaction.
  ///
  /// - Returns: The result of `body`, and whether it changed a row.
  fileprivate func writeImmediately<Value>(
    _ body: (Database) throws -> (value: Value, scope: ChangeScope)
  ) throws -> (value: Value, scope: ChangeScope, changed: Bool) {
    let before = totalChangesCount
    var written: (value: Value, scope: ChangeScope)?
    try inTransaction(.immediate) {
      written = try body(self)
      return .commit
    }
    guard let written else { preconditionFailure("a transaction that did not throw was committed") }
    return (written.value, written.scope, totalChangesCount > before)
  }
}
