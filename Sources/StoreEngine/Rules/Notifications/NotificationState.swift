package import AppStorePayloads
import Foundation
import StoreAPI

/// The data of a notification before it is signed: a transaction and its subscription at the
/// moment of the event.
///
/// Later events change the ledger, so the notification's values are recorded with its event. The
/// recipient's values are added when the data is signed.
package struct NotificationState: Codable, Hashable, Sendable {
  package var transaction: LedgerTransaction
  /// `nil` for a one-time purchase, and for a period of a subscription that was deleted.
  package var subscription: Subscription?
  /// The terms of the next renewal; `nil` without a subscription, and for a shared one.
  package var renewal: RenewalTerms?
  /// The app account token of the subscription's current transaction, if this is not ``transaction``.
  package var appAccountToken: LowercaseUUID?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case transaction, subscription, renewal, appAccountToken
  }
}

extension NotificationState {
  /// Creates the state that an event notifies about; `nil` if it notifies nobody.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - ledger: The ledger after the event and its silent consequences.
  ///   - date: The date of the event.
  ///   - snapshot: The products for sale at that date.
  init?(of event: LedgerEvent, in ledger: Ledger, at date: Date, _ snapshot: CatalogueSnapshot) {
    guard let id = event.notifiedTransactionID(in: ledger),
      let transaction = ledger.transactions[id]
    else { return nil }
    self.init(transaction: transaction, subscription: ledger.subscription(of: transaction))
    guard let subscription else { return }
    if transaction.shared == nil {
      renewal = RenewalTerms(of: subscription, at: date, in: snapshot)
    }
    if subscription.transactionID != id {
      appAccountToken = ledger.current(subscription.transactionID).appAccountToken
    }
  }

  /// Returns the payload of `signedTransactionInfo`.
  package func transactionPayload(for recipient: Recipient) -> TransactionPayload {
    transaction.payload(for: recipient)
  }

  /// Returns the payload of `signedRenewalInfo`; `nil` without a subscription.
  package func renewalInfoPayload(for recipient: Recipient) -> RenewalInfoPayload? {
    guard let subscription else { return nil }
    let isCurrent = subscription.transactionID == transaction.id
    return subscription.payload(
      for: recipient,
      appAccountToken: isCurrent ? transaction.appAccountToken : appAccountToken,
      renewal: renewal ?? RenewalTerms())
  }
}

extension LedgerEvent {
  /// The transaction of the event's notifications: the one that the event names, or that of the
  /// subscription's current or last period.
  fileprivate func notifiedTransactionID(in ledger: Ledger) -> TransactionID? {
    switch self {
    case .charged(let transaction): transaction.id
    case .refunded(let id, _, _), .refundRequested(let id, _), .refundDeclined(let id),
      .consumptionRequested(let id, _), .refundReversed(let id, _), .sharingEnded(let id, _, _):
      id
    case .periodBegan(let subscription): subscription.transactionID
    case .sharedPlanChanged(let plan): plan.subscription.transactionID
    case .renewalChanged(let groupID, _, _), .offerRedeemed(let groupID, _, _),
      .expired(let groupID, _), .billingRetryBegan(let groupID, _),
      .gracePeriodExpired(let groupID), .priceChanged(let groupID, _, _),
      .priceIncreaseAnswered(let groupID, _), .renewalDateExtended(let groupID, _, _):
      ledger.subscriptions[groupID]?.transactionID
    case .upgraded, .cutShort, .revoked, .deleted, .revocationReversed, .billingIssueChanged,
      .consumptionReported, .extensionGranted,
      .offerPriceChanged, .nextOfferPriceChanged, .familySharingChanged, .finished,
      .appAccountTokenSet, .reassigned, .orderSettled, .orderClosed, .orderWaits, .orderRepeated,
      .orderDeclined, .orderLapsed,
      .orderReassigned:
      nil
    }
  }
}
