import Crypto
import Foundation
import Synchronization

/// A chain that has been verified, reduced to what the next token needs.
struct VerifiedChain: Sendable {
  let key: P256.Signing.PublicKey
  /// Judged again at each token's signing.
  let validity: ClosedRange<Date>
  /// The digest of the header and the dot, on which each token's payload follows.
  let prefix: SHA256
}

/// The chains that a verifier has seen and trusts, by the very bytes of the header that brought
/// them.
///
/// Only chains enter under whose header a payload was really signed, and the oldest leaves when
/// there are too many, so strangers can neither fill it nor make it grow.
final class VerifiedChains: Sendable {
  private static let limit = 8
  private let entries = Mutex<[(header: Data, chain: VerifiedChain)]>([])

  subscript(header: Data) -> VerifiedChain? {
    entries.withLock { entries in entries.first { $0.header == header }?.chain }
  }

  func insert(_ chain: VerifiedChain, for header: Data) {
    entries.withLock { entries in
      guard !entries.contains(where: { $0.header == header }) else { return }
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append((header, chain))
    }
  }
}
