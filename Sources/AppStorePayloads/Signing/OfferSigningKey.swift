package import Crypto
package import Foundation

/// The private half of an offer key, with which an app's server signs offers.
package struct OfferSigningKey: Sendable {
  /// The ID of the key.
  package let keyID: String
  private let key: P256.Signing.PrivateKey
  private let bundleID: String

  /// - Parameters:
  ///   - keyID: The ID of the key in the store.
  ///   - pem: The private key, in the form that the store has shown.
  ///   - bundleID: The app.
  /// - Throws: `CryptoKitASN1Error` if the text is not a private key.
  package init(keyID: String, pem: String, bundleID: String) throws {
    self.init(
      keyID: keyID, key: try P256.Signing.PrivateKey(pemRepresentation: pem), bundleID: bundleID)
  }

  package init(keyID: String, key: P256.Signing.PrivateKey, bundleID: String) {
    self.keyID = keyID
    self.key = key
    self.bundleID = bundleID
  }

  /// Returns the signature that gives a promotional offer of a product to a customer.
  ///
  /// - Parameters:
  ///   - id: The ID of the offer.
  ///   - productID: The product.
  ///   - appAccountToken: The app's account of the customer, which their order must have too.
  ///   - nonce: A value that is used once.
  ///   - date: The time of the machine's clock.
  /// - Returns: The signature, and the signed values.
  /// - Throws: If the key cannot sign.
  package func signature(
    for id: String, of productID: String, appAccountToken: LowercaseUUID? = nil, nonce: UUID,
    at date: Date
  ) throws -> OfferSignature {
    var signed = OfferSignature(
      keyID: keyID, nonce: LowercaseUUID(nonce), timestamp: date.millisecondsSince1970,
      appAccountToken: appAccountToken, signature: "")
    let text = signed.signedText(offer: id, of: productID, app: bundleID)
    signed.signature = try key.signature(for: text).derRepresentation.base64EncodedString()
    return signed
  }

  /// Returns the token that gives a promotional offer of a product to a customer: a compact JWS.
  ///
  /// Source: "Generating JWS to sign App Store requests" in StoreKit.
  ///
  /// - Parameters:
  ///   - id: The ID of the offer.
  ///   - productID: The product.
  ///   - transactionID: A transaction, or the app transaction, of the customer; `nil` for any customer.
  ///   - nonce: A value that is used once.
  ///   - date: The time of the machine's clock.
  /// - Returns: The token.
  /// - Throws: If the key cannot sign.
  package func token(
    for id: String, of productID: String, transactionID: String? = nil, nonce: UUID, at date: Date
  ) throws -> String {
    let claims = OfferTokenPayload(
      iat: Int64(clamping: date.timeIntervalSince1970), bid: bundleID, nonce: LowercaseUUID(nonce),
      productId: productID, offerIdentifier: id, transactionId: transactionID)
    return try key.compactJWS(claims, keyID: keyID)
  }
}

/// The claims of a token about a promotional offer.
private struct OfferTokenPayload: Encodable {
  /// The ID of the account in App Store Connect; this store has none, and checks only that there is one.
  var iss = "skdemo"
  let iat: Int64
  var aud = "promotional-offer"
  let bid: String
  let nonce: LowercaseUUID
  let productId: String
  let offerIdentifier: String
  let transactionId: String?
}

extension OfferSignature {
  /// Returns the text that an app's server signs, in UTF-8.
  ///
  /// Source: "Generating a signature for promotional offers" in StoreKit: seven values, separated by
  /// U+2063.
  package func signedText(offer id: String, of productID: String, app bundleID: String) -> Data {
    let values = [
      bundleID, keyID, productID, id, appAccountToken?.description ?? "", nonce.description,
      "\(timestamp)",
    ]
    return Data(values.joined(separator: "\u{2063}").utf8)
  }
}
