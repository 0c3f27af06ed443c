import AppStorePayloads
import BoundedCache
import Foundation
import StoreAPI
import Synchronization

/// A cache of the tokens that a store has signed, so that unchanged data is not signed again.
///
/// For each subject and device, or the app's server, it keeps the last token that was signed. It
/// returns the token as long as the content is the same, so the `signedDate` and the nonce stay until
/// something changes. Content that changes and then changes back is signed each time: the token with the latest
/// `signedDate` has the present content.
///
/// It has at most ``capacity`` entries of about 5 KB, the most recently used; a device with ten
/// products uses about a dozen. It is in memory only, and each process has its own. A device's
/// entries are removed when this process removes the device; if another process removes it, nobody
/// can request them.
final class SignatureCache: Sendable {
  /// The maximum number of tokens: about 40 MB, and enough for several hundred devices.
  static let capacity = 8_192
  /// The maximum number of transactions on a list's first page whose new tokens are added, so that
  /// a customer's history does not evict the tokens of all others.
  static let listLimit = 64
  /// The same for purchases, which a device requests repeatedly.
  static let purchasesLimit = 1_024
  /// The maximum number of seconds by which another request's token may be later than a request:
  /// longer than requests take.
  ///
  ///
  /// A token with an even later date was signed before a backup was restored, and is replaced.
  static let requestDuration: TimeInterval = 10

  /// The subject of a token, and the device for which it was signed.
  struct Key: Hashable, Sendable {
    fileprivate let device: UUID?
    fileprivate let certificate: Data
    fileprivate let epoch: Int
    fileprivate let generation: Int
    fileprivate let subject: Subject

    /// Creates the key of a content; without a device, of its token for the app's server.
    init(_ content: Content, device: UUID?, certificate: Data, epoch: Int, generation: Int = 0) {
      self.device = device
      self.certificate = certificate
      self.epoch = epoch
      self.generation = generation
      subject = content.subject
    }
  }

  /// The part that stays the same when a payload changes.
  fileprivate enum Subject: Hashable, Sendable {
    case transaction(TransactionID)
    /// The renewal of the subscription that began with this transaction.
    case renewalInfo(TransactionID)
  }

  /// The claims of a payload except the time of signing and the device.
  enum Content: Hashable, Sendable {
    case transaction(TransactionPayload)
    case renewalInfo(RenewalInfoPayload)

    fileprivate var subject: Subject {
      switch self {
      case .transaction(let payload): .transaction(payload.transactionId)
      case .renewalInfo(let payload): .renewalInfo(payload.originalTransactionId)
      }
    }
  }

  fileprivate struct Entry: Sendable {
    let content: Content
    let token: String
    let signedDate: Date
  }

  private let entries: Mutex<GenerationCache<Key, Entry>>

  init(capacity: Int = SignatureCache.capacity) {
    entries = Mutex(GenerationCache(capacity: max(1, capacity / 2)))
  }

  /// The number of tokens.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the token of a content; if the last one has another content, `sign` signs it now.
  ///
  /// If several requests sign the same content at once, all return the first token. A request that
  /// was overtaken, and still has older content, does not replace the token of the later one.
  ///
  /// - Parameters:
  ///   - content: The claims.
  ///   - key: The key of this content.
  ///   - now: The time of the request, which becomes the token's `signedDate`.
  ///   - adding: Whether the token is kept if its subject had none.
  ///   - sign: Signs the content.
  /// - Returns: The token.
  /// - Throws: The errors of `sign`.
  func token(
    of content: Content, for key: Key, at now: Date, adding: Bool = true,
    sign: () throws(StoreError) -> String
  ) throws(StoreError) -> String {
    if let known = entries.withLock({ $0.token(of: content, for: key, at: now) }) { return known }
    // Outside the lock: a signature takes longer than everything else here.
    let entry = Entry(content: content, token: try sign(), signedDate: now)
    return entries.withLock { $0.keep(entry, for: key, adding: adding) }
  }

  /// Forgets the tokens of a device that was removed.
  func forget(device: UUID) { entries.withLock { $0.removeAll { $0.device == device } } }
}

extension GenerationCache<SignatureCache.Key, SignatureCache.Entry> {
  fileprivate mutating func token(
    of content: SignatureCache.Content, for key: SignatureCache.Key, at now: Date
  ) -> String? {
    guard let entry = value(for: key), entry.isOf(requestsUntil: now), entry.content == content
    else { return nil }
    return entry.token
  }

  /// Keeps a token unless another request has kept a later one meanwhile.
  ///
  /// A token of another content is replaced even if none is added: it must not be returned again.
  ///
  /// - Returns: The token that the request returns.
  fileprivate mutating func keep(
    _ entry: SignatureCache.Entry, for key: SignatureCache.Key, adding: Bool
  ) -> String {
    let known = value(for: key)
    if let known, known.isOf(requestsUntil: entry.signedDate), known.content == entry.content {
      return known.token
    }
    let isOvertaken = known.map {
      $0.signedDate > entry.signedDate && $0.isOf(requestsUntil: entry.signedDate)
    }
    if isOvertaken ?? !adding { return entry.token }
    insert(entry, for: key)
    return entry.token
  }
}

extension SignatureCache.Entry {
  /// Whether it was signed before a request, or by a simultaneous one.
  fileprivate func isOf(requestsUntil now: Date) -> Bool {
    signedDate <= now.addingTimeInterval(SignatureCache.requestDuration)
  }
}
