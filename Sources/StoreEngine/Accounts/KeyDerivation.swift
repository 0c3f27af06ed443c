import Crypto
import CryptoExtras
package import Foundation

/// How a key is worked out of a password: slowly.
package struct KeyDerivation: Sendable {
  package typealias Work =
    @Sendable (
      _ password: Data, _ salt: Data, _ cost: ScryptParameters
    ) throws -> Data

  /// Of keys, in bytes.
  package static let size = 32

  package let key: Work

  package init(_ key: @escaping Work) {
    self.key = key
  }

  /// Takes as long, and as much memory, as the cost says; throws where there is not so much.
  ///
  /// Source: RFC 7914.
  package static let scrypt = KeyDerivation { password, salt, cost in
    let key = try KDF.Scrypt.deriveKey(
      from: password, salt: salt, outputByteCount: size, rounds: cost.rounds,
      blockSize: cost.blockSize, parallelism: cost.parallelism)
    return key.withUnsafeBytes { Data($0) }
  }
}
