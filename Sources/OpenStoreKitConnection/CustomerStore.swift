import AppStorePayloads
import Foundation
package import OpenStoreKit
package import StoreAPI
package import StoreClient
import StoreEngine
import StoreHTTP
import StoreHTTPClient

/// The store that a customer's process uses: the one in the data folder, or a remote one.
package enum CustomerStore: Sendable {
  case local(LocalStore)
  case remote(RemoteStore)

  /// The store that the settings name.
  ///
  /// A store in the data folder is made from the settings' catalogue if there is none.
  ///
  /// - Parameters:
  ///   - settings: The address, or the folder and the catalogue.
  ///   - catalogue: Returns what a new store sells if the settings name no file; by default none is
  ///     made.
  /// - Returns: The store.
  /// - Throws: As ``RemoteStore/init(_:_:)`` and ``LocalStore/open(_:as:else:)``;
  ///   ``CustomerStoreError/missing(_:)`` if there is no store and nothing to make one from.
  package static func open(
    _ settings: CustomerStoreSettings, else catalogue: (() throws -> CatalogueFile)? = nil
  ) async throws -> CustomerStore {
    try settings.folder.checkRestored()
    if let address = settings.address { return .remote(try RemoteStore(address, settings)) }
    let missing = CustomerStoreError.missing(settings.folder)
    if catalogue == nil, settings.catalogue == nil, !settings.folder.hasStore { throw missing }
    return .local(try await LocalStore.open(settings, else: catalogue ?? { throw missing }))
  }

  /// This machine as a client of the store.
  package var client: LocalClient {
    switch self {
    case .local(let store): store.client
    case .remote(let store): store.client
    }
  }

  /// The store for one device and this process.
  ///
  /// It sends no request to a remote store, so that the device can open without it.
  package func backend(for device: DeviceStore) async throws -> any StoreBackend {
    let instance = InstanceID(UUID())
    switch self {
    case .local(let store):
      return try await store.engine.backend(for: device.token, instance: instance)
    case .remote(let store):
      return store.http.backend(
        token: device.token, instance: instance, trusting: device.rootCertificate)
    }
  }
}
