import AppStorePayloads
import Crypto
import Foundation

/// The issuer ID of a store, which the tokens of all its API keys name.
enum StoreIssuer {
  /// Returns the issuer ID of the store with this root certificate.
  ///
  /// It stays the same when the store is reset, because the certificate does.
  ///
  /// - Parameter rootHash: SHA-256 of the root certificate.
  /// - Returns: A UUID, as App Store Connect's issuer IDs are.
  static func id(rootHash: Data) -> LowercaseUUID {
    LowercaseUUID(UUID(hashOf: Data("issuer ".utf8) + rootHash))
  }
}
