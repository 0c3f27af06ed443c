import Foundation
import OpenStoreKit

/// A transaction that this run of the app did not buy: a renewal, a refund, an approval, or a
/// purchase on another device.
package struct ExternalTransaction: Equatable, Sendable {
  package let owned: Owned
  package internal(set) var isRenewal = false
  package internal(set) var quantity = 1
}

extension ExternalTransaction {
  /// Whether it is the renewal of a period that has ended since.
  func isOver(at now: Date) -> Bool {
    isRenewal && owned.revocationDate == nil && (owned.expirationDate ?? .distantFuture) <= now
  }
}

extension Notice {
  /// The sentence for such a transaction; `store` has the name of its product.
  init(_ transaction: ExternalTransaction, in store: Store, texts: Texts) {
    let name = store.name(of: transaction.owned.productID)
    let dates = store.dates(of: transaction.owned)
    if let date = transaction.owned.revocationDate {
      self.init(
        .attention,
        transaction.owned.isFamilyShared
          ? "\(name) is not shared with you since \(dates.full(date))."
          : "\(name) was refunded on \(dates.full(date)).")
    } else if transaction.isRenewal, let end = transaction.owned.expirationDate {
      self.init(.good, "\(name) has been renewed until \(dates.full(end)).")
    } else if transaction.owned.kind == .consumable {
      self.init(.good, "\(name): \(transaction.quantity) \(texts[.refilled]).")
    } else if transaction.owned.isFamilyShared {
      self.init(.good, "Your family shares \(name) with you.")
    } else {
      self.init(.good, "\(name) is yours.")
    }
  }
}
