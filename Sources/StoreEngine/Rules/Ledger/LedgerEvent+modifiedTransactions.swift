import AppStorePayloads
import Foundation

extension LedgerEvent {
  /// Returns the transactions whose signed payloads the event changes in a ledger.
  ///
  /// A history is sorted by these changes. A change that no payload shows, such as finishing a
  /// transaction, does not count. The ledger is the one before the event.
  func modifiedTransactions(in ledger: Ledger) -> [TransactionID] {
    switch self {
    case .charged(let transaction): [transaction.id]
    case .upgraded(let id, _), .refunded(let id, _, _), .refundReversed(let id, _),
      .sharingEnded(let id, _, _), .appAccountTokenSet(let id, _, _):
      [id]
    case .cutShort(let groupID, let date), .renewalDateExtended(let groupID, _, let date):
      ledger.periods(ledger.subscriptions[groupID]?.transactionID, notEndingAt: date)
    case .sharedPlanChanged(let plan):
      ledger.periods(
        plan.subscription.transactionID, notEndingAt: plan.subscription.expirationDate)
    case .periodBegan, .renewalChanged, .offerRedeemed, .expired, .revoked, .refundRequested,
      .refundDeclined, .consumptionReported, .consumptionRequested, .extensionGranted, .deleted,
      .revocationReversed, .billingRetryBegan, .gracePeriodExpired,
      .billingIssueChanged, .priceChanged, .priceIncreaseAnswered, .offerPriceChanged,
      .nextOfferPriceChanged, .familySharingChanged, .finished, .reassigned, .orderSettled,
      .orderClosed, .orderWaits, .orderRepeated, .orderDeclined, .orderLapsed, .orderReassigned:
      []
    }
  }
}

extension Ledger {
  /// The transaction with this ID, if it is a period that ends at another date.
  fileprivate func periods(_ id: TransactionID?, notEndingAt date: Date) -> [TransactionID] {
    guard let id, let period = transactions[id]?.period, period.expirationDate != date else {
      return []
    }
    return [id]
  }
}
