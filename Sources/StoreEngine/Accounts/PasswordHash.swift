import Crypto
package import Foundation

/// The hash of a password, as it is stored.
package struct PasswordHash: Hashable, Sendable {
  package let bytes: Data
  /// 16 random bytes, drawn for this password.
  package let salt: Data
  /// The scrypt parameters of this hash; later hashes may have others.
  package let cost: ScryptParameters

  package init(bytes: Data, salt: Data, cost: ScryptParameters) {
    self.bytes = bytes
    self.salt = salt
    self.cost = cost
  }

  /// Hashes a password; takes the time and memory that `cost` demands.
  ///
  /// - Throws: The error of `derivation` if there is not enough memory.
  package init(
    of password: Password, salt: Data, cost: ScryptParameters,
    by derivation: KeyDerivation = .scrypt
  ) throws {
    let key = try derivation.key(password.bytes, salt, cost)
    self.init(bytes: key, salt: salt, cost: cost)
  }

  /// A hash that no password matches; comparing with it takes as long as with any other hash.
  package static func dummy(cost: ScryptParameters) -> PasswordHash {
    PasswordHash(bytes: Data(count: KeyDerivation.size), salt: Data(count: 16), cost: cost)
  }

  /// Returns whether this is the hash of `password`; takes the same time for either result.
  ///
  /// - Throws: The error of `derivation` if there is not enough memory.
  package func matches(
    _ password: Password, by derivation: KeyDerivation = .scrypt
  ) throws -> Bool {
    let key = try derivation.key(password.bytes, salt, cost)
    // Keys are compared in constant time; data is not.
    return SymmetricKey(data: bytes) == SymmetricKey(data: key)
  }
}
