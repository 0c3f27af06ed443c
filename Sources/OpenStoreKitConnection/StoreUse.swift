package import Foundation
import PrivateFiles
package import StoreClient
import StoreEngine
import StoreSQLite
import Synchronization

/// The use of a data folder's store by a process: any number of customers share it, and a server
/// has exclusive use.
package enum StoreUse: Sendable {
  case customer
  case server

  /// The locks of this process; tests that run several programs in one process give each its own.
  ///
  /// The system releases them when the process ends for any reason.
  @TaskLocal package static var locks = ProcessLocks()

  var connections: SQLiteLedgerStore.Connections { self == .server ? .pool : .one }

  /// Takes the store for this process, until the lock is released.
  ///
  /// - Returns: The lock, which ends with its last reference unless it is kept.
  /// - Throws: ``CustomerStoreError`` if another process uses the store.
  func begin(in folder: DataFolder) throws -> FileLock {
    let sharing: FileLock.Sharing = self == .server ? .exclusive : .shared
    guard let lock = try FileLock.tryLock(folder.useLock, sharing) else {
      guard try isHeldByServer(folder) else { throw CustomerStoreError.inUse(folder) }
      let address = (try? PrivateFile.read(folder.serverAddress)).map {
        String(decoding: $0, as: UTF8.self)
      }
      throw CustomerStoreError.served(folder, at: address)
    }
    // A killed server may have left its address.
    if self == .server { try? FileManager.default.removeItem(at: folder.serverAddress) }
    return lock
  }

  /// Keeps the lock of a store that is open until this process ends.
  ///
  /// A customer's process sends the store's notifications before it ends; a server sends them while it
  /// runs.
  func keep(_ lock: FileLock, of engine: StoreEngine) {
    Self.locks.held.withLock { $0.append((lock, self == .customer ? engine : nil)) }
  }

  /// Whether the process that holds the lock is a server.
  private func isHeldByServer(_ folder: DataFolder) throws -> Bool {
    try self == .customer || FileLock.tryLock(folder.useLock, .shared) == nil
  }
}

/// The locks of the stores that a process has open.
package final class ProcessLocks: Sendable {
  fileprivate let held = Mutex<[(lock: FileLock, engine: StoreEngine?)]>([])

  package init() {}

  /// The stores that are open for customers.
  var engines: [StoreEngine] { held.withLock { $0.compactMap { $0.engine } } }

  /// Returns the same stores, and lets them close when they are no longer in use.
  func takeEngines() -> [StoreEngine] {
    held.withLock { held in
      defer { held = held.map { ($0.lock, nil) } }
      return held.compactMap { $0.engine }
    }
  }
}

extension DataFolder {
  fileprivate var useLock: URL { url.appending(path: "store.lock") }

  /// The file with the server's address, which is valid only while a server holds the lock.
  package var serverAddress: URL { url.appending(path: "server.url") }
}
