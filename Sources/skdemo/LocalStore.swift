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

  /// The store in the options' folder, made there if there is none.
  ///
  /// The store is this process's until it ends: together with other commands, or as its server.
  ///
  /// - Throws: ``CommandFailure`` for a folder that cannot be used or is another's and for a store
  ///   that cannot be read, `AuthorityFault` for damaged keys, `StoreOpeningFault` for a store that
  ///   is another one.
  static func open(
    _ options: StoreOptions, as use: StoreUse = .command
  ) async throws -> LocalStore {
    let folder = try options.folder()
    let named = try options.catalog.map { try CatalogueFile(path: $0) }
    try PrivateFile.makeFolder(folder.url)
    try use.begin(in: folder)
    let isNew = !folder.hasStore
    // Before the store: a store that is there has the app that shows it.
    if isNew, let named { try keepPresentation(named, in: folder) }
    do {
      return LocalStore(
        engine: try await open(folder, named, isNew: isNew, seed: options.seed), folder: folder)
    } catch let fault as StoreFault {
      throw CommandFailure(fault, in: folder)
    } catch StoreOpeningFault.fault(let fault) {
      throw CommandFailure(fault, in: folder)
    }
  }

  private static func keepPresentation(
    _ file: CatalogueFile, in folder: DataFolder
  ) throws(FileFault) {
    try PrivateFile.makeFolder(folder.client)
    try PrivateFile.replace(folder.presentation, with: file.data)
  }

  /// The store in the options' folder; `nil` where there is none.
  static func existing(_ options: StoreOptions) async throws -> LocalStore? {
    try options.folder().hasStore ? try await open(options) : nil
  }

  /// The certificates are checked while the database is opened: both take long.
  private static func open(
    _ folder: DataFolder, _ named: CatalogueFile?, isNew: Bool, seed: UInt64?
  ) async throws -> StoreEngine {
    let authority = AuthorityFolder(url: folder.authority)
    // A store is made only where it can sign.
    if isNew { _ = try authority.open() }
    async let signer = authority.open()
    let ledgers = try SQLiteLedgerStore(file: folder.database)
    let isFounded = try await ledgers.settings() != nil
    let file = try isFounded ? named : named ?? CatalogueFile.builtIn()
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

  /// What tells the app how its products look: the file that `--catalog` names, else the one that
  /// the store was made with.
  func presentation(_ options: StoreOptions) throws -> Data {
    if let path = options.catalog { return try CatalogueFile(path: path).data }
    return (try? Data(contentsOf: folder.presentation)) ?? CatalogueFile.builtInData
  }
}

extension DataFolder {
  var hasStore: Bool { FileManager.default.fileExists(atPath: database.path) }

  /// The app's own copy of the catalogue that the store was made with.
  var presentation: URL { client.appending(path: "Products.json") }
}
