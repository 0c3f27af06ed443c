import AppStorePayloads
package import Foundation
import NotificationHTTPClient
package import PrivateFiles
import StandardStreams
import StoreAPI
package import StoreClient
package import StoreEngine
import StoreOperatorAPI
import StoreSQLite

/// The store in this machine's data folder.
package struct LocalStore: Sendable {
  package let engine: StoreEngine
  package let folder: DataFolder
  /// The account of this machine; `nil` for the usual one.
  private let account: FolderName?

  /// Opens the store in the settings' folder; makes it if the folder has no store and never had
  /// one.
  ///
  /// This process uses the store until it ends, together with other customers or as its server.
  ///
  /// - Parameters:
  ///   - settings: The folder and the catalogue.
  ///   - use: How the process uses the store.
  ///   - catalogue: Returns what a new store sells if the settings name no file.
  /// - Returns: The store.
  /// - Throws: ``CustomerStoreError`` and `FileError` if the folder cannot be used, if another process
  ///   uses it or if the store cannot be read or is gone, `AuthorityError` if its keys are damaged,
  ///   `StoreOpeningError` if it sells another catalogue or has another environment, and the errors of
  ///   `catalogue`.
  package static func open(
    _ settings: CustomerStoreSettings, as use: StoreUse = .customer,
    else catalogue: () throws -> CatalogueFile
  ) async throws -> LocalStore {
    let folder = settings.folder
    let account = try settings.localAccount.map { name throws(StoreError) in try FolderName(name) }
    let named = try settings.catalogue.map { try CatalogueFile(path: $0) }
    named?.reportUnsupportedSettings()
    try folder.checkRestored()
    try PrivateFile.makeFolder(folder.url)
    // Released at the end of this function if the store cannot be opened.
    let lock = try use.begin(in: folder)
    StoreBackup.removeAbandonedDrafts(ofStoreIn: folder.url)
    do {
      if StoreCreation.isNeeded(in: folder) {
        let making = StoreCreation(
          folder: folder, named: named, environment: settings.environment ?? .sandbox,
          seed: settings.seed)
        try await making.make(else: catalogue)
      }
      let engine = try await open(settings, as: use, named)
        .sendingNotifications(by: HTTPNotificationTransport())
      try await reportEndingCertificates(of: engine, in: folder)
      use.keep(lock, of: engine)
      return LocalStore(engine: engine, folder: folder, account: account)
    } catch let error as StoreError {
      throw CustomerStoreError.unavailable(error, in: folder)
    } catch StoreOpeningError.error(let error) {
      throw CustomerStoreError.unavailable(error, in: folder)
    }
  }

  /// Saves the presentation of the file's products.
  package static func keepPresentation(
    _ file: CatalogueFile, in folder: DataFolder
  ) throws(FileError) {
    try PrivateFile.makeFolder(folder.client)
    try PrivateFile.replace(folder.presentation, with: file.data)
  }

  /// Opens the database while the certificates are checked: both take long.
  private static func open(
    _ settings: CustomerStoreSettings, as use: StoreUse, _ named: CatalogueFile?
  ) async throws -> StoreEngine {
    let authority = AuthorityFolder(url: settings.folder.authority)
    async let signer = authority.open(creates: false)
    let ledgers = try await SQLiteLedgerStore.open(
      file: settings.folder.database, connections: use.connections, creates: false)
    do {
      return try await StoreEngine.open(
        ledgers, signer: signer, configuration: nil, expecting: named?.catalogue,
        in: settings.environment, clockBound: settings.clockBound)
    } catch StoreOpeningError.differentCatalogue where settings.importsCatalogue {
      let engine = try await StoreEngine.open(
        ledgers, signer: signer, configuration: nil, in: settings.environment,
        clockBound: settings.clockBound)
      guard let named else { return engine }
      _ = try await engine.perform(.importCatalogue(configuration: named.text))
      try keepPresentation(named, in: settings.folder)
      return engine
    }
  }

  /// Says on standard error if the store's certificates end soon, by its own time, and cannot be renewed.
  private static func reportEndingCertificates(
    of engine: StoreEngine, in folder: DataFolder
  ) async throws {
    let (end, time) = (engine.validity.upperBound, try await engine.time())
    let authority = AuthorityFolder(url: folder.authority)
    guard let notice = try authority.renewalNotice(of: end, at: time.jump?.date ?? time.now) else {
      return
    }
    StandardStream.error.write("skdemo: \(notice)\n")
  }

  /// This machine as a client of the store.
  ///
  /// A named account has a folder of its own, so that the usual account stays signed in. The usual
  /// account has the same folder whether it is named or not.
  package var client: LocalClient {
    guard let account, account.text != StoreConnection.usualAccount else {
      return LocalClient(folder: folder.client, connection: .local(engine))
    }
    return LocalClient(
      folder: folder.client(of: account), connection: .local(engine, account: account.text))
  }
}

extension DataFolder {
  /// The app's own copy of the catalogue that the store imported last.
  package var presentation: URL { client.appending(path: "Products.json") }

  /// The folder of a program that names the file of its catalogue.
  ///
  /// Programs with the same name but different files have different folders.
  func app(_ program: String, selling file: URL) -> DataFolder {
    let name = "\(program)-\(Self.hash(file.absoluteURL.standardizedFileURL.path))"
    return DataFolder(
      url: url.appending(path: "apps").appending(path: name, directoryHint: .isDirectory))
  }

  /// FNV-1a in 32 bits, as hexadecimal digits: it must be the same in every process.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return String(hash, radix: 16)
  }
}
