import BoundedCache
import StoreAPI
import StoreEngine
import Synchronization

/// A cache of the rows of customers' purchases, so that an app that asks again costs two look-ups.
///
/// Nothing changes in a customer's rows without an event of the customer in the same write. So rows are
/// those of the customer's last event, which every question reads anew; a write of another process is
/// seen like one of this. The event is compared with its date and its body, because a copy of the store
/// that is restored while it is open gives the same numbers to other events. It has at most ``capacity``
/// entries of about 6 KB, those used last. A customer with more than ``rowLimit`` rows is read again each
/// time.
final class StoredPurchasesCache: Sendable {
  static let capacity = 2_048
  static let rowLimit = 32

  struct Key: Hashable, Sendable {
    let customer: CustomerNumber
    /// The customer's last event; `nil` if there is none.
    let event: Event?
  }

  /// An event as it is stored.
  struct Event: Hashable, Sendable {
    let sequence: Int64
    let date: Int64
    let body: String
  }

  private let entries: Mutex<GenerationCache<Key, StoredPurchases>>

  init(capacity: Int = StoredPurchasesCache.capacity) {
    entries = Mutex(GenerationCache(capacity: max(1, capacity / 2)))
  }

  /// The number of entries.
  var count: Int { entries.withLock { $0.count } }

  /// Returns the purchases of a key; `read` reads them if they are not known.
  func purchases(_ key: Key, read: () throws -> StoredPurchases) rethrows -> StoredPurchases {
    if let known = entries.withLock({ $0.value(for: key) }) { return known }
    let purchases = try read()
    if purchases.rowCount <= Self.rowLimit {
      entries.withLock { $0.insert(purchases, for: key) }
    }
    return purchases
  }
}

extension StoredPurchases {
  fileprivate var rowCount: Int { latest.count + subscriptions.count + orders.count }
}
