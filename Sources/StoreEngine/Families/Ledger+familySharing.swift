import AppStorePayloads
import Foundation
import StoreAPI

// A purchaser's shared purchases. Invariants; the tests name their numbers:
//
// 11. A product can become family shareable, and then stays so. Earlier purchases of a
//     non-consumable are shared at once. A plan that a customer has at that time is shared only
//     after they have turned its sharing on.
// 12. A customer can turn the sharing of a plan off and on. The choice concerns the present plan:
//     another plan, or one that is bought after the end, is shared as a new one.
//
// Source: "Turn on Family Sharing for in-app purchases" in App Store Connect Help, with its table of new
// and existing customers.

/// The effect on one customer when products become family shareable.
package struct FamilySharingEffect: Hashable, Sendable {
  package var events: [LedgerEvent]
  /// The changes for the customer's family, in the order of the transactions.
  package var familyChanges: [FamilyMessage.Change]
}

extension Ledger {
  /// Returns the effect on the customer when these products become family shareable.
  ///
  /// A refunded plan counts as one that the customer has, because its refund can be reversed.
  package func effect(ofFamilySharing products: Set<String>) -> FamilySharingEffect {
    let kept = subscriptions.values.filter {
      $0.expirationIntent == nil && $0.isSharedWithFamily && products.contains($0.productID)
    }
    let bought = owned.filter { products.contains($0.key) }.values.sorted()
    return FamilySharingEffect(
      events: kept.map(\.groupID).sorted().map { .familySharingChanged(groupID: $0, isOn: false) },
      familyChanges: bought.map { .purchased(transaction: current($0)) })
  }
}

extension Subscription {
  /// Sets whether family members get the present plan; nothing happens if this is already set.
  ///
  /// - Throws: ``StoreAPI/StoreError/notFamilyShareable(productID:)``.
  func setFamilySharing(_ isOn: Bool, in snapshot: CatalogueSnapshot) throws(StoreError)
    -> [LedgerEvent]
  {
    guard snapshot.isFamilyShareable(productID) else {
      throw .notFamilyShareable(productID: productID)
    }
    return isOn == isSharedWithFamily
      ? [] : [.familySharingChanged(groupID: groupID, isOn: isOn)]
  }

  /// Whether family members get the present plan; `nil` if it has ended, or is not family shareable.
  func familySharing(in snapshot: CatalogueSnapshot) -> Bool? {
    isActive && snapshot.isFamilyShareable(productID) ? isSharedWithFamily : nil
  }
}
