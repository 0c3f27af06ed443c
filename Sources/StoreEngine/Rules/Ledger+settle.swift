package import Foundation
import StoreAPI

extension LedgerDraft {
  /// Settles everything that is due until `now`, oldest first, each at its own date.
  ///
  /// Settling in several steps gives the same ledger as settling once. Costs one computation for
  /// each event.
  ///
  /// - Returns: The number of renewals, failures and expirations.
  @discardableResult
  package mutating func settle(until now: Date, in market: Market) -> Int {
    var count = 0
    while let due = ledger.nextDue, due.date <= now {
      settleNext(in: market)
      count += 1
    }
    return count
  }

  /// Settles the subscription that is due next, at its own date, if there is an active one.
  package mutating func settleNext(in market: Market) {
    guard let due = ledger.nextDue else { return }
    record(ledger.settlement(of: due.subscription, in: market), at: due.date)
  }
}

extension Ledger {
  /// The subscription that is due next, and its due date; `nil` without an active subscription.
  package var nextDue: (date: Date, subscription: Subscription)? {
    subscriptions.values
      .compactMap { subscription in subscription.dueDate.map { ($0, subscription) } }
      .min { ($0.0, $0.1.groupID) < ($1.0, $1.1.groupID) }
  }

  /// Returns the events that are due for a subscription.
  fileprivate func settlement(of subscription: Subscription, in market: Market) -> [LedgerEvent] {
    let groupID = subscription.groupID
    if subscription.isInGracePeriod { return [.gracePeriodExpired(groupID: groupID)] }
    if subscription.isInBillingRetry {
      return [.expired(groupID: groupID, intent: .billingError)]
    }
    return endPeriod(of: subscription, in: market)
  }
}
