import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreSQLite

/// The store in this machine's data folder.
struct LocalStore {
  let engine: StoreEngine
  let folder: DataFolder

  /// The store in the options' folder, made there if there is none.
  ///
  /// - Throws: ``CommandFailure`` for a folder that cannot be used, `AuthorityFault` for damaged
  ///   keys, `StoreOpeningFault` and `StoreFault` for a store that cannot be opened.
  static func open(_ options: StoreOptions) async throws -> LocalStore {
    let folder = try options.folder()
    let named = try options.catalog.map { try CatalogueFile(path: $0) }
    let file = try named ?? CatalogueFile.builtIn()
    try PrivateFile.makeFolder(folder.url)
    // Before the store: a store that is there has the app that shows it.
    if !folder.hasStore, let named { try keepPresentation(named, in: folder) }
    return LocalStore(
      engine: try await open(folder, founding: file, expecting: named, seed: options.seed),
      folder: folder)
  }

  private static func keepPresentation(
    _ file: CatalogueFile, in folder: DataFolder
  ) throws(FileFault) {
    try PrivateFile.makeFolder(folder.customer)
    try PrivateFile.replace(folder.presentation, with: file.data)
  }

  /// The store in the options' folder; `nil` where there is none.
  static func existing(_ options: StoreOptions) async throws -> LocalStore? {
    try options.folder().hasStore ? try await open(options) : nil
  }

  private static func open(
    _ folder: DataFolder, founding file: CatalogueFile, expecting named: CatalogueFile?,
    seed: UInt64?
  ) async throws -> StoreEngine {
    let signer = try AuthorityFolder(url: folder.authority).open()
    return try await StoreEngine.open(
      SQLiteLedgerStore(file: folder.database), signer: signer,
      founding: StoreEngine.Founding(catalogue: file.catalogue, seed: seed),
      expecting: named?.catalogue)
  }

  /// This machine as the store's customer.
  var machine: Machine { Machine(folder: folder.customer, accounts: engine) }

  /// Everything that the store sells now.
  func products() async throws -> [StoreProduct] {
    try await engine.catalogue().storeProducts
  }

  /// What tells the app how its products look: the file that `--catalog` names, else the one that
  /// the store was made with.
  func presentation(_ options: StoreOptions) throws -> Data {
    if let path = options.catalog { return try CatalogueFile(path: path).data }
    return try (try? Data(contentsOf: folder.presentation)) ?? CatalogueFile.builtIn().data
  }
}

extension DataFolder {
  var hasStore: Bool { FileManager.default.fileExists(atPath: database.path) }

  /// The app's own copy of the catalogue that the store was made with.
  var presentation: URL { customer.appending(path: "Products.json") }
}
