import Crypto
import CryptoExtras
package import Foundation
package import StoreAPI

/// A password that could be one: 8 to 256 characters.
package struct Password: Sendable {
  private let bytes: Data

  /// Throws ``StoreAPI/StoreFault/invalidPassword``.
  package init(_ text: String) throws(StoreFault) {
    // Scalars, as JSON schemas count, and composed, because keyboards differ in how they send é.
    guard (8...256).contains(text.unicodeScalars.count) else { throw .invalidPassword }
    bytes = Data(text.precomposedStringWithCanonicalMapping.utf8)
  }

  private init(impossible bytes: Data) {
    self.bytes = bytes
  }

  /// Stands for what somebody sent that can be no password.
  static let impossible = Password(impossible: Data([0]))

  /// The password's key, by scrypt (RFC 7914): slow, and in as much memory as the cost says.
  fileprivate func key(salt: Data, cost: PasswordCost) throws -> SymmetricKey {
    try KDF.Scrypt.deriveKey(
      from: bytes, salt: salt, outputByteCount: PasswordHash.size, rounds: cost.rounds,
      blockSize: cost.blockSize, parallelism: cost.parallelism)
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a password" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is kept of a password.
package struct PasswordHash: Hashable, Sendable {
  /// Of hashes, in bytes.
  fileprivate static let size = 32

  package let bytes: Data
  /// 16 random bytes, of this password alone.
  package let salt: Data
  /// Kept with each hash, so that new ones can be made dearer.
  package let cost: PasswordCost

  package init(bytes: Data, salt: Data, cost: PasswordCost) {
    self.bytes = bytes
    self.salt = salt
    self.cost = cost
  }

  /// Takes as long as `cost` says; throws where there is no memory for it.
  package init(of password: Password, salt: Data, cost: PasswordCost) throws {
    let key = try password.key(salt: salt, cost: cost)
    self.init(bytes: key.withUnsafeBytes { Data($0) }, salt: salt, cost: cost)
  }

  /// What a name without a password is compared with: no password has this hash, and finding that
  /// out takes as long as with any other.
  package static func decoy(cost: PasswordCost) -> PasswordHash {
    PasswordHash(bytes: Data(count: size), salt: Data(count: 16), cost: cost)
  }

  /// Whether this is the hash of `password`; the answer takes as long for one as for the other.
  package func matches(_ password: Password) throws -> Bool {
    // Keys are compared in constant time.
    try SymmetricKey(data: bytes) == password.key(salt: salt, cost: cost)
  }
}

/// How dear each guess of a password is.
package struct PasswordCost: Hashable, Sendable {
  /// A power of two; memory grows with it.
  package var rounds: Int
  package var blockSize: Int
  package var parallelism: Int

  package init(rounds: Int, blockSize: Int = 8, parallelism: Int = 1) {
    self.rounds = rounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// 32 MiB and some tenths of a second.
  ///
  /// Source: the equally strong settings of OWASP's "Password Storage Cheat Sheet"; this one is the
  /// strongest that leaves a small machine its memory.
  package static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)
}
