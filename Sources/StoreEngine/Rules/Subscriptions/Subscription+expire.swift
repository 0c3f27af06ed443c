import AppStorePayloads
package import Foundation
import StoreAPI

extension Subscription {
  /// Ends the current period of an active subscription at `now`, as a customer's choice not to
  /// renew.
  ///
  /// Apple does not document the reason of a subscription that is expired by hand. It is
  /// `autoRenewDisabled` here, because renewal is off afterwards. If a renewal has failed, the
  /// period before it has already ended. Everything that is due until `now` must be settled.
  /// Source: "expireSubscription(productIdentifier:)" of StoreKitTest.
  package func expire(at now: Date) -> [LedgerEvent] {
    let expired = LedgerEvent.expired(groupID: groupID, intent: .autoRenewDisabled)
    return isInBillingRetry ? [expired] : [.cutShort(groupID: groupID, date: now), expired]
  }
}
