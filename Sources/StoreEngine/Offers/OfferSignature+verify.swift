package import AppStorePayloads
package import Crypto
package import Foundation
package import StoreAPI

extension OfferSignature {
  /// The nonce and the date of the signature.
  package var signedNonce: SignedNonce {
    SignedNonce(
      OfferNonce(keyID: keyID, text: nonce.description),
      at: Date(timeIntervalSince1970: Double(timestamp) / 1000))
  }

  /// Checks that an app's server gives a promotional offer of a product.
  ///
  /// - Parameters:
  ///   - id: The ID of the offer.
  ///   - productID: The product.
  ///   - bundleID: The app.
  ///   - key: The offer key with the ID ``keyID``; `nil` if the store has none.
  ///   - wall: The time of the machine's clock, because the app's server knows no other.
  /// - Throws: ``StoreAPI/StoreError/missingOfferParameter(name:)`` if a value is empty, and
  ///   ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if the key has not signed these values, or if
  ///   they were signed more than 24 hours ago or in the future.
  package func verify(
    offer id: String, of productID: String, app bundleID: String, by key: P256.Signing.PublicKey?,
    at wall: Date
  ) throws(StoreError) {
    for (name, value) in [("ID", id), ("key ID", keyID), ("signature", signature)] {
      guard !value.isEmpty else { throw .missingOfferParameter(name: name) }
    }
    guard let key else { throw .unknownOfferKey(keyID) }
    guard let der = Data(base64Encoded: signature),
      let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
    else {
      throw .invalidOfferSignature(reason: "it is not a DER signature in Base64")
    }
    let text = signedText(offer: id, of: productID, app: bundleID)
    guard key.isValidSignature(signature, for: text) else {
      throw .notSigned(byOfferKey: keyID)
    }
    try OfferLifetime.check(Double(timestamp) / 1000, at: wall)
  }
}
