import AppStorePayloads
import BoundedCache
import Crypto
import Synchronization

/// A cache of the tokens that this process has verified, so that each is verified once.
///
/// A token is found by all its bytes and by the verifier's trust: the root certificate, the app,
/// the environment and the device. Only successes are added, so a refused token is never returned,
/// and a token with one different byte is verified. A success stays valid, because a verification
/// does not depend on the present time: certificates must be valid at the time of signing, which is
/// among the bytes.
///
/// It has at most ``capacity`` entries of about 5 KB, the most recently used. It is in memory only:
/// after the next start of the process, everything is verified again.
final class VerificationCache: Sendable {
  /// The cache of this process.
  static let process = VerificationCache()

  /// The maximum number of tokens: about 10 MB, and more than a customer with a thousand unfinished
  /// transactions has.
  static let capacity = 2_048

  /// A token for one verifier.
  struct Key: Hashable, Sendable {
    /// Not the string: strings are equal if their characters are, and U+212A is a K.
    private let digest: SHA256Digest
    private let trust: SignedDataVerifier.Trust

    init(_ token: String, _ trust: SignedDataVerifier.Trust) {
      var token = token
      digest = token.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
      self.trust = trust
    }
  }

  /// The maximum number of tokens of a list that are added: the tokens of a longer list would
  /// replace each other.
  let listLimit: Int
  private let entries: Mutex<GenerationCache<Key, any Sendable>>

  init(capacity: Int = VerificationCache.capacity) {
    listLimit = max(1, capacity / 2)
    entries = Mutex(GenerationCache(capacity: listLimit))
  }

  /// The number of tokens.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the verified payload of a token; `nil` if it was not verified as this type.
  func verified<Payload>(_ key: Key) -> Signed<Payload>? {
    entries.withLock { $0.value(for: key) } as? Signed<Payload>
  }

  /// Adds a payload if it is verified.
  func insert(_ signed: Signed<some Sendable>, for key: Key) {
    guard signed.isVerified else { return }
    entries.withLock { $0.insert(signed, for: key) }
  }
}
