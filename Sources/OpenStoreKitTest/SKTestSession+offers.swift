import AppStorePayloads
import Foundation
import OpenStoreKit
import StoreAPI
import StoreOperatorAPI

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
      case .code(let name): signed.formUnion(try await store.offerCode(name, of: productID))
      }
    }
    return signed
  }
}

extension TestStore {
  /// Makes a code of a product's offer; a product that is no plan has its ID as the name of its offer.
  ///
  /// - Throws: `Product.PurchaseError.invalidOfferIdentifier` if the product has no such code offer.
  fileprivate func offerCode(
    _ referenceName: String, of productID: Product.ID
  ) async throws -> [Product.PurchaseOption] {
    // Plans may have offers of the same name.
    let plan = "\(productID)/\(referenceName)"
    for reference in referenceName == productID ? [plan, productID] : [plan] {
      do {
        return try await offerCodes(OfferCodeRequest(reference: reference))
          .map { .offerCode($0.code) }
      } catch StoreError.invalidOfferCode {
        continue
      }
    }
    throw Product.PurchaseError.invalidOfferIdentifier
  }

  private func offerCodes(_ request: OfferCodeRequest) async throws -> [OfferCode] {
    let made = try await engine.perform(.createOfferCodes(request: request)).value
    guard case .offerCodes(let codes) = made else { return [] }
    return codes
  }

  /// Signs a promotional offer as an app's server would, with a new key.
  fileprivate func promotionalOffer(
    _ id: String, of productID: Product.ID
  ) async throws -> [Product.PurchaseOption] {
    guard case .offerKey(let keyID, let pem) = try await engine.perform(.createOfferKey).value
    else { return [] }
    let signer = try OfferSigningKey(keyID: keyID, pem: pem, bundleID: Self.bundleID())
    let token = try signer.token(for: id, of: productID, nonce: UUID(), at: Date())
    return Product.PurchaseOption.promotionalOffer(id, compactJWS: token)
  }
}
