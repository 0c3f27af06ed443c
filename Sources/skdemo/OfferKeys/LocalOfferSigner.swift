import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI

/// The app's server of the store in the data folder: it signs with a key that the store has made.
struct LocalOfferSigner: OfferSigner {
  private let store: LocalStore

  init(_ store: LocalStore) { self.store = store }

  func signature(
    for offerID: String, of productID: Product.ID
  ) async throws -> Product.SubscriptionOffer.Signature {
    try await key().signature(for: offerID, of: productID)
  }

  /// The key saved beside the store, or a new one if the store does not know that key.
  private func key() async throws -> OfferKeyFile {
    if let data = try? PrivateFile.read(file),
      let key = try? JSONDecoder().decode(OfferKeyFile.self, from: data),
      try await store.engine.hasOfferKey(key.id)
    {
      return key
    }
    guard case .offerKey(let id, let pem) = try await store.engine.perform(.createOfferKey).value
    else { throw StoreError.unavailable(reason: "it did not create an offer key") }
    let key = OfferKeyFile(id: id, privateKey: pem)
    try PrivateFile.makeFolder(store.folder.client)
    try PrivateFile.replace(file, with: JSONEncoder().encode(key))
    return key
  }

  private var file: URL { store.folder.client.appending(path: "offer-key.json") }
}
