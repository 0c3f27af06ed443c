import Foundation
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreSQLite

/// The store in this machine's data folder.
struct LocalStore {
  let engine: StoreEngine
  let folder: DataFolder

  /// The store in the options' folder.
  ///
  /// It is made if there is none.
  ///
  /// This process uses the store until it ends, together with other commands or as its server.
  ///
  /// - Throws: ``CommandFailure`` if the folder cannot be used, if another process uses it or if the
  ///   store cannot be read, `AuthorityFault` if its keys are damaged, `StoreOpeningFault` if it
  ///   sells another catalogue.
  static func open(
    _ options: StoreOptions, as use: StoreUse = .command
  ) async throws -> LocalStore {
    let folder = try options.folder()
    let named = try options.catalog.map { try CatalogueFile(path: $0) }
    try PrivateFile.makeFolder(folder.url)
    try use.begin(in: folder)
    let isNew = !folder.hasStore
    // Written before the store, so that every store has its presentation.
    if isNew, let named { try keepPresentation(named, in: folder) }
    do {
      return LocalStore(
        engine: try await open(folder, as: use, named, isNew: isNew, seed: options.seed),
        folder: folder)
    } catch let fault as StoreFault {
      throw CommandFailure(fault, in: folder)
    } catch StoreOpeningFault.fault(let fault) {
      throw CommandFailure(fault, in: folder)
    }
  }

  /// Keeps how the app shows what the file lists.
  static func keepPresentation(
    _ file: CatalogueFile, in folder: DataFolder
  ) throws(FileFault) {
    try PrivateFile.makeFolder(folder.client)
    try PrivateFile.replace(folder.presentation, with: file.data)
  }

  /// The store in the options' folder; `nil` if there is none.
  static func existing(_ options: StoreOptions) async throws -> LocalStore? {
    try options.folder().hasStore ? try await open(options) : nil
  }

  /// Opens the database while the certificates are checked: both take long.
  private static func open(
    _ folder: DataFolder, as use: StoreUse, _ named: CatalogueFile?, isNew: Bool, seed: UInt64?
  ) async throws -> StoreEngine {
    let authority = AuthorityFolder(url: folder.authority)
    // A store is made only if it can sign.
    if isNew { _ = try authority.open() }
    async let signer = authority.open()
    let ledgers = try SQLiteLedgerStore(file: folder.database, connections: use.connections)
    let exists = try await ledgers.settings() != nil
    let file = try exists ? named : named ?? CatalogueFile.builtIn()
    return try await StoreEngine.open(
      ledgers, signer: signer,
      configuration: file.map {
        StoreEngine.NewStoreConfiguration(catalogue: $0.catalogue, seed: seed)
      },
      expecting: named?.catalogue)
  }

  /// This machine as a client of the store.
  var client: LocalClient { LocalClient(folder: folder.client, connection: .local(engine)) }

  /// Everything that the store sells now.
  func products() async throws -> [StoreProduct] {
    try await engine.catalogue().storeProducts
  }

  /// The file that says how the app shows its products: the one of `--catalog`, else the one that
  /// the store has imported last.
  func presentation(_ options: StoreOptions) throws -> Data {
    if let path = options.catalog { return try CatalogueFile(path: path).data }
    return (try? Data(contentsOf: folder.presentation)) ?? CatalogueFile.builtInData
  }
}

extension DataFolder {
  var hasStore: Bool { FileManager.default.fileExists(atPath: database.path) }

  /// The app's own copy of the catalogue that the store imported last.
  var presentation: URL { client.appending(path: "Products.json") }
}
