import AppStorePayloads
package import Foundation
import StoreAPI

extension LedgerDraft {
  /// Settles everything that is due until `now`, oldest first, each at its own date.
  ///
  /// Settling in several steps gives the same ledger as settling once. Costs one computation for
  /// each event.
  ///
  /// - Returns: The number of renewals, failures, expirations and lapsed orders.
  @discardableResult
  package mutating func settle(until now: Date, in snapshot: CatalogueSnapshot) -> Int {
    var count = 0
    while let due = ledger.nextDue, due.date <= now {
      settleNext(in: snapshot)
      count += 1
    }
    return count
  }

  /// Settles the next due event, at its own date, if there is one.
  package mutating func settleNext(in snapshot: CatalogueSnapshot) {
    guard let due = ledger.nextDue else { return }
    if case .message = due { return applyMessage(in: snapshot) }
    record(ledger.settlement(of: due, in: snapshot), at: due.date, in: snapshot)
  }
}

/// The next due event in a ledger, and its date.
package enum DueEntry: Hashable, Sendable {
  case subscription(Subscription, date: Date)
  case order(WaitingOrder, date: Date)
  case message(FamilyMessage)

  package var date: Date {
    switch self {
    case .subscription(_, let date), .order(_, let date): date
    case .message(let message): message.date
    }
  }
}

extension Ledger {
  /// The next due event: a message, an active subscription or an order that lapses; `nil` without one.
  ///
  /// Messages come first. With the same due date, a subscription comes before an order.
  package var nextDue: DueEntry? {
    if let message = inbox.first { return .message(message) }
    guard let order = nextDueOrder else { return nextDueSubscription }
    guard let subscription = nextDueSubscription, subscription.date <= order.date else {
      return order
    }
    return subscription
  }

  private var nextDueSubscription: DueEntry? {
    subscriptions.values
      .compactMap { subscription in subscription.dueDate.map { ($0, subscription) } }
      .min { ($0.0, $0.1.groupID) < ($1.0, $1.1.groupID) }
      .map { .subscription($1, date: $0) }
  }

  private var nextDueOrder: DueEntry? {
    waitingOrders.values
      .compactMap { order in order.dueDate.map { ($0, order) } }
      .min { ($0.0, $0.1.number) < ($1.0, $1.1.number) }
      .map { .order($1, date: $0) }
  }

  /// Returns the events of what is due.
  fileprivate func settlement(of due: DueEntry, in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    switch due {
    case .subscription(let subscription, _): settlement(of: subscription, in: snapshot)
    case .order(let order, _): [.orderLapsed(number: order.number)]
    case .message: []
    }
  }

  private func settlement(of subscription: Subscription, in snapshot: CatalogueSnapshot)
    -> [LedgerEvent]
  {
    let groupID = subscription.groupID
    if subscription.isInGracePeriod { return [.gracePeriodExpired(groupID: groupID)] }
    if subscription.isInBillingRetry {
      return [.expired(groupID: groupID, intent: .billingError)]
    }
    return endPeriod(of: subscription, in: snapshot)
  }
}
