import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
package import StoreClient
import StoreEngine
import StoreSQLite

/// Makes a new store in a folder; a crash may interrupt it at any moment.
///
/// 1. `store.new` is the draft of the database. It is on the disk before any other part of the
///    store. After everything else, it is renamed to `store.sqlite`, and this rename makes the
///    store. So a folder with a database has a complete store, and a folder with only a draft has
///    none.
/// 2. A store that was not finished is made again from the beginning, because nobody has seen any
///    of it. Complete certificates are kept; the rest is replaced.
/// 3. A folder without a draft and without a database, but with certificates or with files of its
///    customer, has lost its store: no new store is made there.
/// 4. Several processes may make the store at once: they wait for each other, and the first one
///    makes it.
/// 5. Earlier versions made the database under its final name, while an empty `store.new` was
///    beside it. Such a database may be complete, and then the folder has a store; otherwise it is
///    a draft too.
///
/// ```text
/// nothing ──► store.new ──► authority, stores/local/Products.json ──► store.new with all tables
///                                                                          │ rename
///                                                                          ▼
///                                                                     store.sqlite
/// ```
struct StoreCreation: Sendable {
  let folder: DataFolder
  /// The named file with the store's products and their presentation in the app.
  let named: CatalogueFile?
  let environment: StoreEnvironment
  let seed: UInt64?

  /// Whether the folder has no store and never had a finished one.
  static func isNeeded(in folder: DataFolder) -> Bool {
    !folder.hasDatabase && !folder.hasTraces || folder.isBeingMade
  }

  /// Makes the store, unless another process has made it in the meantime; no thread waits for that
  /// process.
  ///
  /// - Parameter catalogue: Returns the catalogue if no file is named.
  /// - Throws: `FileError`, `StoreError` and `AuthorityError` if the store's files cannot be
  ///   written, `StoreOpeningError` if the store cannot sell the catalogue, and the errors of
  ///   `catalogue`, after which nothing was made.
  func make(else catalogue: () throws -> CatalogueFile) async throws {
    let lock = try await FileLock.waiting(for: SQLiteLedgerStore.lock(of: folder.database))
    defer { lock.release() }
    guard Self.isNeeded(in: folder) else { return }
    guard try !folder.hasDatabase || SQLiteLedgerStore.isUnfinished(folder.database) else {
      return try PrivateFile.remove(folder.making)
    }
    try SQLiteLedgerStore.checkNoLeftoverCopy(of: folder.database)
    let catalogue = try named ?? catalogue()
    try PrivateFile.make(folder.making)
    try PrivateFile.synchronize(folder: folder.url)
    try keepPresentation()
    let configuration = StoreEngine.NewStoreConfiguration(
      catalogue: catalogue.catalogue, environment: environment, seed: seed)
    try await DetachedThread.run { try makeFiles(configuration) }
  }

  private func makeFiles(_ configuration: StoreEngine.NewStoreConfiguration) throws {
    let signer = try AuthorityFolder(url: folder.authority).openForNewStore()
    try SQLiteLedgerStore.make(
      folder.database, via: folder.making,
      settings: configuration.settings(signedBy: signer, at: Date()),
      catalogue: configuration.catalogue)
  }

  /// Saves the presentation of a named file; a store that is made without a named file has none.
  private func keepPresentation() throws(FileError) {
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

  /// Whether the folder contains files that only a store leaves.
  ///
  /// The files of remote stores are elsewhere: a machine may have those and no store yet.
  fileprivate var hasTraces: Bool { exists(authority) || exists(client) }

  /// Whether there is a database that is not empty.
  fileprivate var hasDatabase: Bool { PrivateFile.size(of: database) ?? 0 > 0 }

  /// Whether there is a store, or was one.
  package var hasStore: Bool { hasDatabase || hasTraces && !isBeingMade }

  /// Checks that the folder has a store, or had one.
  ///
  /// - Throws: ``CustomerStoreError/missing(_:)`` if the folder has no store or only an unfinished
  ///   one, and ``CustomerStoreError/halfRestored(_:)`` if a restore has not finished.
  package func checkStore() throws {
    try checkRestored()
    let isFinished = try !isBeingMade || !SQLiteLedgerStore.isUnfinished(database)
    guard hasStore, isFinished else { throw CustomerStoreError.missing(self) }
  }

  /// Checks that the folder has no unfinished restore.
  ///
  /// - Throws: ``CustomerStoreError/halfRestored(_:)`` if it has one.
  package func checkRestored() throws(CustomerStoreError) {
    guard !restored.isUnfinished else { throw .halfRestored(self) }
  }

  /// The folder as the place of a restored store.
  var restored: RestoredStore {
    RestoredStore(folder: url, database: database, authority: authority)
  }

  private func exists(_ url: URL) -> Bool { PrivateFile.permissions(of: url) != nil }
}
