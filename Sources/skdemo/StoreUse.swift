import Foundation
import PrivateFiles
import StoreClient
import StoreSQLite
import Synchronization

/// How a process uses the store of a data folder: any number of commands share it, and a
/// server has exclusive use.
enum StoreUse {
  case command
  case server

  /// The locks of this process.
  ///
  /// The system releases them when the process ends, however it ends.
  private static let held = Mutex<[FileLock]>([])

  var connections: SQLiteLedgerStore.Connections { self == .server ? .pool : .one }

  /// Takes the store for this process until it ends.
  ///
  /// - Throws: ``CommandFailure`` if another process uses the store; the message names it.
  func begin(in folder: DataFolder) throws {
    let sharing: FileLock.Sharing = self == .server ? .exclusive : .shared
    guard let lock = try FileLock.unlessHeld(folder.useLock, sharing) else {
      throw try isServed(folder) ? Self.served(folder) : Self.inUse(folder)
    }
    Self.held.withLock { $0.append(lock) }
    // A killed server may have left its address.
    if self == .server { try? FileManager.default.removeItem(at: folder.serverAddress) }
  }

  /// Whether the process that holds the lock is a server.
  private func isServed(_ folder: DataFolder) throws -> Bool {
    try self == .command || FileLock.unlessHeld(folder.useLock, .shared) == nil
  }

  private static func served(_ folder: DataFolder) -> CommandFailure {
    let url = try? String(contentsOf: folder.serverAddress, encoding: .utf8)
    let place = url.map { " at \($0): use it with --store \($0), or end that server" }
    return CommandFailure(
      code: "storeServed",
      message: "the store in \(folder.url.path) is being served"
        + (place ?? ": use it with --store URL, or end that server"))
  }

  private static func inUse(_ folder: DataFolder) -> CommandFailure {
    CommandFailure(
      code: "storeInUse",
      message: "the store in \(folder.url.path) is in use by another skdemo, perhaps an open "
        + "storefront: end it, then serve")
  }
}

extension DataFolder {
  fileprivate var useLock: URL { url.appending(path: "store.lock") }

  /// The file with the server's address, which is valid only while a server holds the lock.
  var serverAddress: URL { url.appending(path: "server.url") }
}
