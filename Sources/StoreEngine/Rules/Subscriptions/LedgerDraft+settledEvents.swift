import AppStorePayloads
import Foundation
import StoreAPI
package import StoreOperatorAPI

extension LedgerDraft {
  /// Returns the events of the changes from the `first` one on, for an operator who moves the clock.
  ///
  /// The events have no account names, because a ledger has none. `due` is the entry that was settled:
  /// the ledger no longer has an order that has lapsed.
  package func settledEvents(from first: Int, of due: DueEntry?) -> [SettledEvent] {
    if case .order(let order, let date) = due {
      return [SettledEvent(.orderLapsed, of: order.request.productID, at: date)]
    }
    return changes[first...].compactMap { ledger.settledEvent(of: $0.event, at: $0.date) }
  }
}

extension Ledger {
  fileprivate func settledEvent(of event: LedgerEvent, at date: Date) -> SettledEvent? {
    switch event {
    case .charged(let transaction) where transaction.reason == .renewal:
      renewal(transaction, at: date)
    case .billingRetryBegan(let groupID, let issue):
      self.event(.billingRetryBegan, inGroup: groupID, at: date) {
        $0.gracePeriodExpirationDate = issue.gracePeriodExpirationDate
      }
    case .gracePeriodExpired(let groupID):
      self.event(.gracePeriodExpired, inGroup: groupID, at: date)
    case .expired(let groupID, let intent):
      self.event(.expired, inGroup: groupID, at: date) { $0.expirationIntent = intent }
    default: nil
    }
  }

  private func renewal(_ transaction: LedgerTransaction, at date: Date) -> SettledEvent {
    var renewal = SettledEvent(
      .renewed, of: transaction.productID, at: date, transactionID: transaction.id)
    (renewal.price, renewal.currency) = (transaction.price, transaction.storefront.currency)
    return renewal
  }

  private func event(
    _ kind: SettledEvent.Kind, inGroup groupID: String, at date: Date,
    _ complete: (inout SettledEvent) -> Void = { _ in }
  ) -> SettledEvent? {
    guard let subscription = subscriptions[groupID] else { return nil }
    var event = SettledEvent(
      kind, of: subscription.productID, at: date, transactionID: subscription.transactionID)
    complete(&event)
    return event
  }
}
