import Foundation
import OpenStoreKit
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTP

/// The store that a customer's command uses: the one in the data folder, or a remote one.
enum CustomerStore {
  case local(LocalStore)
  case remote(RemoteStore)

  /// The store that the options name.
  ///
  /// The one in the data folder is made at first use.
  ///
  /// - Throws: As ``StoreOptions/remote()`` and ``LocalStore/open(_:)``.
  static func open(_ options: StoreOptions) async throws -> CustomerStore {
    if let remote = try options.remote() { return .remote(remote) }
    return .local(try await LocalStore.open(options))
  }

  /// This machine as a client of the store.
  var client: LocalClient {
    switch self {
    case .local(let store): store.client
    case .remote(let store): store.client
    }
  }

  /// The store for one device and this process.
  ///
  /// It sends no request to a remote store, so that the device can open without it.
  func backend(for device: DeviceStore) async throws -> any StoreBackend {
    let instance = InstanceID(UUID())
    switch self {
    case .local(let store):
      return try await store.engine.backend(for: device.token, instance: instance)
    case .remote(let store):
      return store.http.backend(
        token: device.token, instance: instance, trusting: device.rootCertificate)
    }
  }

  /// The file that says how the app shows its products.
  func presentation(_ options: StoreOptions) throws -> Data {
    switch self {
    case .local(let store): try store.presentation(options)
    case .remote:
      try options.catalog.map { try CatalogueFile(path: $0).data } ?? CatalogueFile.builtInData
    }
  }
}
