import Foundation
import OpenStoreKit

/// A transaction that came from elsewhere: a renewal, a refund, an approval, another device.
package struct ExternalTransaction: Equatable, Sendable {
  package let owned: Owned
  package let isRenewal: Bool
  package let quantity: Int

  package init(owned: Owned, isRenewal: Bool = false, quantity: Int = 1) {
    self.owned = owned
    self.isRenewal = isRenewal
    self.quantity = quantity
  }
}

extension Notice {
  /// The sentence for what has come from elsewhere, named as the shop names it.
  package init(_ arrival: ExternalTransaction, in store: Store) {
    let name = store.name(of: arrival.owned.productID)
    if let date = arrival.owned.revocationDate {
      self.init(.attention, "\(name) was refunded on \(date.short).")
    } else if arrival.isRenewal, let end = arrival.owned.expirationDate {
      self.init(.good, "\(name) has been renewed until \(end.short).")
    } else if arrival.owned.kind == .consumable {
      self.init(.good, "\(name): \(arrival.quantity) added to your tank.")
    } else {
      self.init(.good, "\(name) is yours.")
    }
  }
}
