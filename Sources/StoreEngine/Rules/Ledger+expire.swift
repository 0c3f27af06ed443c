package import Foundation
package import StoreAPI

extension Ledger {
  /// Ends the current period of the subscription to a product at `now`, as a customer's choice not
  /// to renew.
  ///
  /// Apple does not say which reason a subscription that is expired by hand has. It is
  /// `autoRenewDisabled` here, because renewal is off afterwards and nothing has failed. All that
  /// is due until `now` must have been settled. Source: "expireSubscription(productIdentifier:)" of
  /// StoreKitTest.
  ///
  /// - Throws: ``StoreFault/notSubscribed(_:account:)`` unless the current period is the product's.
  package func expire(_ productID: String, at now: Date) throws(StoreFault) -> [LedgerEvent] {
    let current = subscriptions.values.first { $0.isActive && $0.productID == productID }
    guard let groupID = current?.groupID else {
      throw .notSubscribed(productID, account: nil)
    }
    return [
      .cutShort(groupID: groupID, date: now),
      .expired(groupID: groupID, intent: .autoRenewDisabled),
    ]
  }
}
