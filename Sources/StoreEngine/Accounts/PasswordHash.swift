import Crypto
package import Foundation

/// What is kept of a password.
package struct PasswordHash: Hashable, Sendable {
  package let bytes: Data
  /// 16 random bytes, of this password alone.
  package let salt: Data
  /// Kept with each hash, so that new ones can be made dearer.
  package let cost: ScryptParameters

  package init(bytes: Data, salt: Data, cost: ScryptParameters) {
    self.bytes = bytes
    self.salt = salt
    self.cost = cost
  }

  /// Takes as long as `cost` says.
  ///
  /// - Throws: What `derivation` throws: where there is no memory for it.
  package init(
    of password: Password, salt: Data, cost: ScryptParameters,
    by derivation: KeyDerivation = .scrypt
  ) throws {
    let key = try derivation.key(password.bytes, salt, cost)
    self.init(bytes: key, salt: salt, cost: cost)
  }

  /// What a name without a password is compared with: no password has this hash, and finding that
  /// out takes as long as with any other.
  package static func decoy(cost: ScryptParameters) -> PasswordHash {
    PasswordHash(bytes: Data(count: KeyDerivation.size), salt: Data(count: 16), cost: cost)
  }

  /// Whether this is the hash of `password`; the answer takes as long for one as for the other.
  ///
  /// - Throws: What `derivation` throws: where there is no memory for it.
  package func matches(
    _ password: Password, by derivation: KeyDerivation = .scrypt
  ) throws -> Bool {
    let key = try derivation.key(password.bytes, salt, cost)
    // Keys are compared in constant time, bytes are not.
    return SymmetricKey(data: bytes) == SymmetricKey(data: key)
  }
}
