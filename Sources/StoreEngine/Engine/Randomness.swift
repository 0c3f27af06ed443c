import Crypto
package import Foundation

/// The source of the store's random numbers.
package struct Randomness: Sendable {
  private let makeUUID: @Sendable () -> UUID
  private let makeToken: @Sendable () -> String

  package init(uuid: @escaping @Sendable () -> UUID, token: @escaping @Sendable () -> String) {
    makeUUID = uuid
    makeToken = token
  }

  /// The system's random numbers; tokens have 256 bits.
  package static let system = Randomness(uuid: { UUID() }, token: { randomToken() })

  /// Returns a new token, which does not depend on the seed.
  func token() -> String { makeToken() }

  /// Returns 16 random bytes for one password.
  func salt() -> Data {
    SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
  }

  /// Returns a random UUID, or if there is a seed, the UUID of this purpose.
  func uuid(for purpose: String, seed: UInt64?) -> UUID {
    seed.map { Self.uuid(for: purpose, seed: $0) } ?? makeUUID()
  }

  /// Returns an epoch, or if there is a seed, the epoch of this seed that comes after `last`.
  ///
  /// - Parameters:
  ///   - last: The epoch before; `nil` for a new store.
  ///   - seed: The store's seed.
  /// - Returns: A number from 1 to 2⁵³ − 1, which JSON numbers have exactly; never `last`.
  package func epoch(after last: Int?, seed: UInt64?) -> Int {
    let uuid = uuid(for: last.map { "epoch after \($0)" } ?? "epoch", seed: seed).uuid
    let bytes = [uuid.9, uuid.10, uuid.11, uuid.12, uuid.13, uuid.14, uuid.15]
    let bits = bytes.reduce(0) { $0 << 8 | Int($1) } & Self.lastEpoch
    let epoch = max(1, bits)
    guard epoch == last else { return epoch }
    return epoch < Self.lastEpoch ? epoch + 1 : 1
  }

  private static let lastEpoch = (1 << 53) - 1

  private static func uuid(for purpose: String, seed: UInt64) -> UUID {
    UUID(hashOf: Data("\(seed) \(purpose)".utf8))
  }

  private static func randomToken() -> String {
    SymmetricKey(size: .bits256).withUnsafeBytes { $0.hexadecimal }
  }
}

extension Sequence<UInt8> {
  /// Two lower-case hexadecimal digits for each byte.
  var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension TokenHash {
  /// Hashes a token as a client sends it.
  init(of token: String) {
    self.init(bytes: Data(SHA256.hash(data: Data(token.utf8))))
  }
}
