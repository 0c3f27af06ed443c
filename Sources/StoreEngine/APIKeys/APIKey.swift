package import Crypto
package import Foundation

/// A key with which an app's server signs its tokens; the store has its public half.
package struct APIKey: Hashable, Sendable {
  /// The `kid` of its tokens.
  package var id: String
  /// The two coordinates of the public key: 64 bytes.
  package var publicKey: Data
  /// The store's time at which it was made.
  package var creationDate: Date
  /// The store's time at which it was revoked; `nil` if it is valid.
  package var revocationDate: Date?

  package init(id: String, publicKey: Data, creationDate: Date, revocationDate: Date? = nil) {
    self.id = id
    self.publicKey = publicKey
    self.creationDate = creationDate
    self.revocationDate = revocationDate
  }

  package init(id: String, _ key: P256.Signing.PublicKey, at creationDate: Date) {
    self.init(id: id, publicKey: key.rawRepresentation, creationDate: creationDate)
  }

  /// The public key; `nil` if the bytes are not a key.
  package var verifier: P256.Signing.PublicKey? {
    try? P256.Signing.PublicKey(rawRepresentation: publicKey)
  }
}

extension APIKey {
  /// Returns the ID of a new key: ten characters, as App Store Connect's keys have.
  ///
  /// `I`, `O`, `0` and `1` are left out, because they are easily confused.
  ///
  /// - Parameter token: A random text.
  /// - Returns: The ID, of 50 bits.
  static func id(fromRandom token: String) -> String {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    let bytes = SHA256.hash(data: Data(token.utf8)).prefix(10)
    return String(bytes.map { alphabet[Int($0 & 31)] })
  }
}
