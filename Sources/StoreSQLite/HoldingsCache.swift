import StoreAPI
import StoreEngine
import Synchronization

/// A cache of the rows of customers' holdings, so that an app that asks again costs two look-ups.
///
/// Nothing changes in a customer's rows without an event of the customer in the same write. So rows are
/// those of the customer's last event, which every question reads anew; a write of another process is
/// seen like one of this. It has at most ``capacity`` entries of about 5 KB, those used last. A customer
/// with more than ``rowLimit`` rows is read again each time.
final class HoldingsCache: Sendable {
  static let capacity = 2_048
  static let rowLimit = 32

  struct Key: Hashable {
    let customer: CustomerNumber
    /// The number of the customer's last event.
    let event: Int64?
  }

  private let entries = Mutex(GenerationCache<Key, StoredHoldings>(capacity: capacity / 2))

  /// Returns the holdings of a key; `read` reads them if they are not known.
  func holdings(_ key: Key, read: () throws -> StoredHoldings) rethrows -> StoredHoldings {
    if let known = entries.withLock({ $0.value(for: key) }) { return known }
    let holdings = try read()
    if holdings.rowCount <= Self.rowLimit {
      entries.withLock { $0.insert(holdings, for: key) }
    }
    return holdings
  }
}

extension StoredHoldings {
  fileprivate var rowCount: Int { latest.count + subscriptions.count }
}
