/// The app server's signature for a promotional offer, with the signed values other than the app,
/// the product and the offer.
///
/// Source: "Generating a signature for promotional offers" in StoreKit.
package struct OfferSignature: Codable, Hashable, Sendable {
  package var keyID: String
  package var nonce: LowercaseUUID
  /// When it was signed, in milliseconds since 1970.
  package var timestamp: Int64
  /// The app's account of the customer, which the order must have too.
  package var appAccountToken: LowercaseUUID?
  /// ECDSA with SHA-256: DER, in Base64.
  package var signature: String

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case keyID, nonce, timestamp, appAccountToken, signature
  }

  package init(
    keyID: String, nonce: LowercaseUUID, timestamp: Int64, appAccountToken: LowercaseUUID? = nil,
    signature: String
  ) {
    self.keyID = keyID
    self.nonce = nonce
    self.timestamp = timestamp
    self.appAccountToken = appAccountToken
    self.signature = signature
  }
}
