import Foundation
import PrivateFiles
import StoreAPI
package import StoreClient
import StoreEngine
import StoreSQLite

/// The making of a new store in a folder, which a crash may end at any moment.
///
/// 1. `store.new` is the draft of the database. It is on the disk before anything else of the store, and
///    becomes `store.sqlite` by one rename after everything else: this is what makes a store. So a folder
///    with a database has a whole store, and one with a draft alone has none.
/// 2. A store that has not been made is made anew. Nobody has seen what is there of it. Certificates that
///    are whole are kept; the rest is replaced.
/// 3. Without the draft, a folder with certificates or with files of its customer, and without a
///    database, has lost its store: none is made in its place.
/// 4. Several processes may make it at once: they wait for each other, and the first makes it.
/// 5. Earlier versions made the database in its place, while `store.new` was beside it and empty. Such a
///    database may be whole, which makes the folder a store; or it is a draft too.
///
/// ```text
/// nothing ──► store.new ──► authority, stores/local/Products.json ──► store.new with all tables
///                                                                          │ rename
///                                                                          ▼
///                                                                     store.sqlite
/// ```
struct StoreMaking {
  let folder: DataFolder
  /// The file that somebody has named for what the store sells, and how the app shows it.
  let named: CatalogueFile?
  let seed: UInt64?

  /// Whether the folder has no store, and never had one that was finished.
  static func isNeeded(in folder: DataFolder) -> Bool {
    !folder.hasDatabase && !folder.hasTraces || folder.isBeingMade
  }

  /// Makes the store, unless another process has made it meanwhile.
  ///
  /// - Parameter catalogue: Returns what the store sells if no file is named.
  /// - Throws: `FileFault`, `StoreFault` and `AuthorityFault` if its files cannot be written,
  ///   `StoreOpeningFault` if it cannot sell the catalogue, and the errors of `catalogue`, after which
  ///   nothing was made.
  func make(else catalogue: () throws -> CatalogueFile) throws {
    let lock = try FileLock(SQLiteLedgerStore.lock(of: folder.database))
    defer { lock.release() }
    guard Self.isNeeded(in: folder) else { return }
    guard try !folder.hasDatabase || SQLiteLedgerStore.isUnfinished(folder.database) else {
      return try PrivateFile.remove(folder.making)
    }
    try SQLiteLedgerStore.checkNoCopyIsLeft(of: folder.database)
    let catalogue = try named ?? catalogue()
    try PrivateFile.make(folder.making)
    try PrivateFile.synchronize(folder: folder.url)
    try keepPresentation()
    try makeFiles(StoreEngine.NewStoreConfiguration(catalogue: catalogue.catalogue, seed: seed))
  }

  private func makeFiles(_ configuration: StoreEngine.NewStoreConfiguration) throws {
    let signer = try AuthorityFolder(url: folder.authority).openForNewStore()
    try SQLiteLedgerStore.make(
      folder.database, via: folder.making,
      settings: configuration.settings(signedBy: signer, at: Date()),
      catalogue: configuration.catalogue)
  }

  /// Every store that is made from a named file has its presentation, and no other store has one.
  private func keepPresentation() throws(FileFault) {
    if let named {
      try LocalStore.keepPresentation(named, in: folder)
    } else if PrivateFile.permissions(of: folder.presentation) != nil {
      try PrivateFile.remove(folder.presentation)
    }
  }
}

extension DataFolder {
  /// The draft of a new store's database.
  fileprivate var making: URL { url.appending(path: "store.new") }

  fileprivate var isBeingMade: Bool { exists(making) }

  /// Whether there is something that only a store leaves.
  ///
  /// The files of remote stores are elsewhere: a machine may have those and no store yet.
  fileprivate var hasTraces: Bool { exists(authority) || exists(client) }

  /// Whether there is a database that is not empty.
  fileprivate var hasDatabase: Bool { PrivateFile.size(of: database) ?? 0 > 0 }

  /// Whether there is a store, or was one.
  package var hasStore: Bool { hasDatabase || hasTraces && !isBeingMade }

  /// Checks that there is a store, or was one.
  ///
  /// - Throws: ``CustomerStoreFault/missing(_:)`` if there is none, or none that is finished, and
  ///   ``CustomerStoreFault/halfRestored(_:)``.
  package func checkStore() throws {
    try checkRestored()
    let isFinished = try !isBeingMade || !SQLiteLedgerStore.isUnfinished(database)
    guard hasStore, isFinished else { throw CustomerStoreFault.missing(self) }
  }

  /// Checks that no restore was begun here and has not finished.
  ///
  /// - Throws: ``CustomerStoreFault/halfRestored(_:)``.
  package func checkRestored() throws(CustomerStoreFault) {
    guard !restored.isUnfinished else { throw .halfRestored(self) }
  }

  /// The folder as the place of a restored store.
  var restored: RestoredStore {
    RestoredStore(folder: url, database: database, authority: authority)
  }

  private func exists(_ url: URL) -> Bool { PrivateFile.permissions(of: url) != nil }
}
