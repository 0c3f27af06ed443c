import DemoApp
import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI

extension CustomerStore {
  /// The store that the options name.
  ///
  /// The one in the data folder is made at first use, from the built-in catalogue unless the options
  /// name another.
  ///
  /// - Throws: As ``StoreArguments/settings()`` and `CustomerStore.open`.
  static func open(_ options: StoreArguments) async throws -> CustomerStore {
    let settings = try options.settings()
    try options.checkPresentation()
    return try await open(settings, else: CatalogueFile.builtIn)
  }

  /// The file that says how the app shows its products.
  func presentation(_ options: StoreArguments) throws -> Data {
    if let path = options.catalog { return try CatalogueFile(path: path).data }
    guard case .local(let store) = self else { return CatalogueFile.builtInData }
    return (try? RegularFile.contents(of: store.folder.presentation)) ?? CatalogueFile.builtInData
  }

  /// The store for its operator, if it is this machine's.
  var localOperator: (any StoreOperator)? {
    guard case .local(let store) = self else { return nil }
    return store.engine
  }
}

extension StoreArguments {
  /// Checks the part of the named catalogue that the app reads, before a store is made from it.
  ///
  /// - Throws: The errors of `CatalogueFile.init(path:)`, and `PassDurationError`.
  fileprivate func checkPresentation() throws {
    guard let catalog else { return }
    try Presentation.checkDurations(in: CatalogueFile(path: catalog).data)
  }
}

extension LocalStore {
  /// The store in the options' folder, which is made if there is none.
  ///
  /// It is opened even if the environment names a remote one.
  ///
  /// - Throws: As ``StoreArguments/localSettings()`` and `LocalStore.open`.
  static func open(
    _ options: StoreArguments, as use: StoreUse = .customer
  ) async throws -> LocalStore {
    let settings = try options.localSettings()
    try options.checkPresentation()
    return try await open(settings, as: use, else: CatalogueFile.builtIn)
  }
}
