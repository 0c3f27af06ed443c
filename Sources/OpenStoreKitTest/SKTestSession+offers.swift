import Foundation
import OpenStoreKit
import StoreAPI

extension SKTestSession {
  /// Returns the options of a purchase in the App Store's own screens, where offers need no signature
  /// of the app's server.
  func signed(
    _ options: Set<Product.PurchaseOption>, of productID: Product.ID, in store: TestStore
  ) async throws -> Set<Product.PurchaseOption> {
    var signed: Set<Product.PurchaseOption> = []
    for option in options {
      switch option.testOffer {
      case nil: signed.insert(option)
      case .promotional(let id):
        signed.formUnion(try await store.promotionalOffer(id, of: productID))
      }
    }
    return signed
  }
}

extension TestStore {
  /// Signs a promotional offer as an app's server would, with a new key.
  fileprivate func promotionalOffer(
    _ id: String, of productID: Product.ID
  ) async throws -> [Product.PurchaseOption] {
    guard case .offerKey(let keyID, let pem) = try await engine.perform(.createOfferKey).value
    else { return [] }
    let signer = try OfferSigner(keyID: keyID, pem: pem, bundleID: Self.bundleID())
    let token = try signer.token(for: id, of: productID, nonce: UUID(), at: Date())
    return Product.PurchaseOption.promotionalOffer(id, compactJWS: token)
  }
}
