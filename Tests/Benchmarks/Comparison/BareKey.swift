import Crypto
import Foundation

/// A P-256 key that signs and verifies a digest in memory.
package struct BareKey {
  private let digest = SHA256.hash(data: Data("a transaction".utf8))
  private let key: P256.Signing.PrivateKey
  private let publicKey: P256.Signing.PublicKey
  private let signature: P256.Signing.ECDSASignature

  package init() throws {
    key = P256.Signing.PrivateKey()
    publicKey = key.publicKey
    signature = try key.signature(for: digest)
  }

  /// The time of `count` signatures, one after the other.
  package func sign(_ count: Int) throws -> Duration {
    let start = ContinuousClock.now
    for _ in 0..<count { _ = try key.signature(for: digest) }
    return ContinuousClock.now - start
  }

  /// The time of `count` verifications, one after the other.
  package func verify(_ count: Int) -> Duration {
    let start = ContinuousClock.now
    for _ in 0..<count { precondition(publicKey.isValidSignature(signature, for: digest)) }
    return ContinuousClock.now - start
  }
}
