import Crypto
import CryptoExtras
package import Foundation

/// A function that derives a key from a password, and is intentionally slow.
package struct KeyDerivation: Sendable {
  package typealias Function =
    @Sendable (
      _ password: Data, _ salt: Data, _ cost: ScryptParameters
    ) throws -> Data

  /// The length of a key, in bytes.
  package static let size = 32

  package let key: Function

  package init(_ key: @escaping Function) {
    self.key = key
  }

  /// The scrypt function.
  ///
  /// It takes the time and memory that the cost parameters demand, and throws if there is not
  /// enough memory.
  ///
  /// Source: RFC 7914.
  package static let scrypt = KeyDerivation { password, salt, cost in
    let key = try KDF.Scrypt.deriveKey(
      from: password, salt: salt, outputByteCount: size, rounds: cost.rounds,
      blockSize: cost.blockSize, parallelism: cost.parallelism)
    return key.withUnsafeBytes { Data($0) }
  }
}
