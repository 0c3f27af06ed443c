import AppStorePayloads
import Foundation
import StoreEngine

/// A renewal that failed, until it was charged, given up or forgotten.
struct BillingRetry {
  let begin: Date
  /// When it ended, or the end of the history.
  var end: Date
  /// The end of the customer's access; `nil` without a grace period.
  var graceEnd: Date?
  /// The length of a period of its plan.
  let length: NaiveLength
  /// The store's settings when the renewal failed.
  let settings: RealStore.Settings
  /// Whether the period before was free.
  let isAfterFreePeriod: Bool

  var lacksGraceAfterFreePeriod: Bool {
    isAfterFreePeriod && settings.graceDays > 0 && graceEnd == nil
  }
}

extension RealStore {
  /// All renewals that failed, read from the events.
  var retries: [BillingRetry] {
    var finished: [BillingRetry] = []
    var open: [String: BillingRetry] = [:]
    var plans: [String: String] = [:]
    var periods: [TransactionID: String] = [:]
    var free: Set<String> = []
    for (change, settings) in zip(shop.draft.changes, settings) {
      if case .gracePeriodExpired(let groupID) = change.event {
        open[groupID]?.graceEnd = change.date
      }
      if let groupID = change.event.endOfRetry(in: periods),
        let retry = open.removeValue(forKey: groupID)
      {
        finished.append(retry.ended(at: change.date))
      }
      if case .periodBegan(let subscription) = change.event {
        plans[subscription.groupID] = subscription.productID
        periods = periods.filter { $0.value != subscription.groupID }
        periods[subscription.transactionID] = subscription.groupID
        let price = shop.ledger.transactions[subscription.transactionID]?.price
        if price == 0 {
          free.insert(subscription.groupID)
        } else {
          free.remove(subscription.groupID)
        }
      }
      if case .billingRetryBegan(let groupID, let issue) = change.event {
        open[groupID] = BillingRetry(
          begin: change.date, end: shop.now,
          graceEnd: issue.gracePeriodExpirationDate.map { _ in shop.now },
          length: NaiveProduct.all.first { $0.id == plans[groupID] }?.terms?.length ?? .weeks(1),
          settings: settings, isAfterFreePeriod: free.contains(groupID))
      }
    }
    return finished + open.values
  }
}

extension BillingRetry {
  fileprivate func ended(at date: Date) -> BillingRetry {
    var ended = self
    ended.end = date
    ended.graceEnd = graceEnd.map { min($0, date) }
    return ended
  }
}

extension LedgerEvent {
  /// The group whose failed renewal the event ends; `periods` has the group of each latest period.
  fileprivate func endOfRetry(in periods: [TransactionID: String]) -> String? {
    switch self {
    case .deleted(let id): periods[id]
    case .periodBegan(let subscription): subscription.groupID
    case .expired(let groupID, _), .revoked(let groupID, _): groupID
    default: nil
    }
  }
}
