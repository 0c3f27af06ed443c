import Crypto
import Foundation
import Synchronization

/// The parts of a verified chain that verifying another token needs.
struct VerifiedChain: Sendable {
  let key: P256.Signing.PublicKey
  /// Compared with each token's signing time.
  let validity: ClosedRange<Date>
  /// The start of each token's digest, over the header and the dot after it; empty for receipts.
  let prefix: SHA256
}

/// A cache of verified chains, by the bytes of the header or of the receipt that contained them.
///
/// A chain is added only after a token or a receipt with these bytes was verified. If the cache is
/// full, the oldest chain is removed. So forged tokens and receipts can neither fill the cache nor
/// make it grow.
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
