import BoundedCache
import Foundation
import Synchronization

/// A cache of tokens whose signatures were verified, because an app's server sends the same token
/// until it expires.
///
/// A token is added only after it was accepted, so forged tokens can neither fill the cache nor make it
/// grow. Only the signature is remembered: the key, the claims and the time are checked for each request.
final class VerifiedTokens: Sendable {
  /// A token, and the key that signed it.
  struct Entry: Hashable {
    let token: String
    /// The two coordinates of the public key.
    let publicKey: Data
  }

  /// The maximum size of a cached token, in bytes.
  ///
  /// Tokens of Apple's libraries have about 400.
  private static let sizeLimit = 2048
  private let entries = Mutex(GenerationCache<Entry, Void>(capacity: 64))

  /// Whether the key is known to have signed the token.
  func contains(_ entry: Entry) -> Bool {
    entries.withLock { $0.value(for: entry) != nil }
  }

  func insert(_ entry: Entry) {
    guard entry.token.utf8.count <= Self.sizeLimit else { return }
    entries.withLock { $0.insert((), for: entry) }
  }
}
