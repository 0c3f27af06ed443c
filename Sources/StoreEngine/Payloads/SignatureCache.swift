import Foundation
import StoreAPI
import Synchronization

/// A cache of the tokens that a store has signed, so that the same content is signed once.
///
/// A token is found by everything that it says except the time of signing, by the device, by the leaf
/// certificate and by the store's epoch. So it keeps its `signedDate` and its nonce until its content
/// changes. A token that was signed later than now is not returned: the clock of a store can go back
/// with a backup.
///
/// It has at most ``capacity`` entries of about 4 KB, which are those used last; a device with ten
/// products uses about a dozen. It is in memory only, and each process has its own. The entries of a
/// device go when this process removes the device; if another process does, nobody can ask for them.
final class SignatureCache: Sendable {
  /// The highest number of tokens: about 32 MB, and enough for several hundred devices.
  static let capacity = 8_192

  /// What a token says and for whom, without when it was signed.
  struct Key: Hashable, Sendable {
    fileprivate let device: UUID
    fileprivate let certificate: Data
    fileprivate let epoch: Int
    fileprivate let content: Content

    init(_ content: Content, device: UUID, certificate: Data, epoch: Int) {
      self.device = device
      self.certificate = certificate
      self.epoch = epoch
      self.content = content
    }
  }

  /// The claims of a payload except the time of signing and the device.
  enum Content: Hashable, Sendable {
    case transaction(TransactionPayload)
    case renewalInfo(RenewalInfoPayload)
    case appTransaction(AppTransactionPayload)
  }

  fileprivate struct Entry: Sendable {
    let token: String
    let signedDate: Date
  }

  private let entries: Mutex<GenerationCache<Key, Entry>>

  init(capacity: Int = SignatureCache.capacity) {
    entries = Mutex(GenerationCache(capacity: max(1, capacity / 2)))
  }

  /// The number of tokens.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the token of a content; if there is none, `sign` signs it now.
  ///
  /// Requests that sign the same at once all return the token of the first.
  func token(
    for key: Key, at now: Date, sign: () throws(StoreFault) -> String
  ) throws(StoreFault) -> String {
    if let known = entries.withLock({ $0.known(key, at: now) }) { return known }
    // Outside the lock: a signature takes longer than everything else here.
    let entry = Entry(token: try sign(), signedDate: now)
    return entries.withLock { entries in
      if let known = entries.known(key, at: now) { return known }
      entries.insert(entry, for: key)
      return entry.token
    }
  }

  /// Forgets the tokens of a device that was removed.
  func forget(device: UUID) { entries.withLock { $0.removeAll { $0.device == device } } }
}

extension GenerationCache<SignatureCache.Key, SignatureCache.Entry> {
  fileprivate mutating func known(_ key: Key, at now: Date) -> String? {
    guard let entry = value(for: key), entry.signedDate <= now else { return nil }
    return entry.token
  }
}
