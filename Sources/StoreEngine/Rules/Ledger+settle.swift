package import Foundation
import StoreAPI

extension LedgerDraft {
  /// Settles everything that is due until `now`, oldest first, each at its own date.
  ///
  /// Settling in several steps gives the same ledger as settling once. Costs one computation for
  /// each renewal or expiration.
  ///
  /// - Returns: The number of renewals and expirations.
  @discardableResult
  package mutating func settle(until now: Date, in market: Market) -> Int {
    var count = 0
    while let due = ledger.nextDue, due.date <= now {
      record(ledger.settlement(of: due.subscription, in: market), at: due.date)
      count += 1
    }
    return count
  }
}

extension Ledger {
  /// The subscription that is due next, and its due date; `nil` without an active subscription.
  package var nextDue: (date: Date, subscription: Subscription)? {
    subscriptions.values
      .compactMap { subscription in subscription.dueDate.map { ($0, subscription) } }
      .min { ($0.0, $0.1.groupID) < ($1.0, $1.1.groupID) }
  }

  /// Returns the events at the end of a subscription's period: its renewal or its expiration.
  fileprivate func settlement(of subscription: Subscription, in market: Market) -> [LedgerEvent] {
    let groupID = subscription.groupID
    guard subscription.willAutoRenew, subscription.mayRenew(in: market) else {
      return [.expired(groupID: groupID, intent: .autoRenewDisabled)]
    }
    guard let next = PlannedPeriod(after: subscription, in: market) else {
      return [.expired(groupID: groupID, intent: .productUnavailable)]
    }
    return renewal(of: subscription, with: next, in: market)
  }

  private func renewal(
    of subscription: Subscription, with next: PlannedPeriod, in market: Market
  ) -> [LedgerEvent] {
    let last = current(subscription.transactionID)
    let transaction = makeTransaction(
      next, from: subscription.expirationDate, chain: subscription, reason: .renewal,
      appAccountToken: last.appAccountToken, device: nil, in: market)
    var renewed = subscription
    renewed.transactionID = transaction.id
    renewed.term = next.term
    renewed.renewalCount += 1
    return [.charged(transaction: transaction), .periodBegan(subscription: renewed)]
  }
}

extension Subscription {
  /// Returns whether it may renew again: at an accelerated pace the number of renewals is limited.
  fileprivate func mayRenew(in market: Market) -> Bool {
    market.pace == .realTime || renewalCount < market.renewalLimit
  }
}
