package import Crypto
package import Foundation

/// A key with which an app's server signs offers; the store has its public half.
package struct OfferKey: Hashable, Sendable {
  /// The `kid` of its signatures.
  package var id: String
  /// The two coordinates of the public key: 64 bytes.
  package var publicKey: Data

  package init(id: String, publicKey: Data) {
    self.id = id
    self.publicKey = publicKey
  }

  package init(id: String, _ key: P256.Signing.PublicKey) {
    self.init(id: id, publicKey: key.rawRepresentation)
  }

  /// The public key; `nil` if the bytes are not a key.
  package var verifier: P256.Signing.PublicKey? {
    try? P256.Signing.PublicKey(rawRepresentation: publicKey)
  }
}
