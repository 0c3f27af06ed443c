import Foundation
import PrivateFiles
import StoreClient
import Synchronization

/// For what a process opens the store of a data folder: any number of commands use one together,
/// a server has it alone.
enum StoreUse {
  case command
  case server

  /// What this process holds; the system releases it when the process ends, however it ends.
  private static let held = Mutex<[FileLock]>([])

  /// Takes the store for this process until it ends.
  ///
  /// - Throws: ``CommandFailure`` where another process is in the way, which it names.
  func begin(in folder: DataFolder) throws {
    guard let lock = try FileLock.unlessHeld(folder.useLock, sharing) else {
      throw try isServed(folder) ? Self.served(folder) : Self.inUse(folder)
    }
    Self.held.withLock { $0.append(lock) }
    // What a killed server said is true no more.
    if case .server = self { try? FileManager.default.removeItem(at: folder.serverAddress) }
  }

  private var sharing: FileLock.Sharing {
    switch self {
    case .command: .shared
    case .server: .alone
    }
  }

  /// Whether whoever is in the way of a server is one itself.
  private func isServed(_ folder: DataFolder) throws -> Bool {
    switch self {
    case .command: true
    case .server: try FileLock.unlessHeld(folder.useLock, .shared) == nil
    }
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

  /// Where the store is served; true only while a server holds the lock.
  var serverAddress: URL { url.appending(path: "server.url") }
}
