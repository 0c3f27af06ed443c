import AppStorePayloads
package import Foundation
import StoreAPI

// A payment that fails, from the first failure until the billing problem is resolved. The subscription
// stays active.
//
//                1                    2 renewal fails,                  4
//  no issue ───────────► failing ──── grace period on ───► in grace ───────► in billing retry
//     ▲ ▲ ▲               │  │                              │   grace ends     ▲    │
//     │ │ │               │  └── 3 renewal fails, grace period off ────────────┘    │
//     │ │ └─ 5 resolved ──┘                                 │                       │
//     │ └─── 6 resolved: the cycle is kept ─────────────────┤                       │
//     └───── 7 resolved: a new cycle ────────────────────────────────────────────────┤
//                                                           │                       │
//     8 the retry period ends: expired (billingError) ◄──────────────────────────────┤
//     9 renewal turned off, or ended by the operator:       │                       │
//       expired (autoRenewDisabled) ◄───────────────────────┴───────────────────────┤
//    10 the last period refunded: revoked ◄───────────────────────────────────────────┤
//    11 an order is charged: a new period, no issue ◄───────────────────────────────┘
//
//  2 and 3 also happen without 1, while all renewals of the store fail. 10 and 11 also happen in
//  grace. 3 also happens after a free period if the grace period is for paid ones only.
//
//    12 in grace, an order for another plan or with an offer changes the next period: it is failing, at
//       the price of the order
//    13 in grace, such an order makes the next period free: it begins, as after 6 or 7, and there is no
//       issue, as after 11
//
// 5, 6 and 7 do not answer a price increase: see 12 in PriceIncrease.swift.
//
// Invariants; the tests name their letters:
//
// a. Grace and retry begin when the renewal fails, and their ends never move.
// b. Grace is never longer than retry; retry lasts 60 days, or less at an accelerated time rate.
// c. A subscriber has access in grace, and does not have it in retry after grace.
// d. A free period cannot fail. If grace is for paid-to-paid renewals only, no grace period follows
//    a free period, whatever made it free; a paid introductory offer is a paid period.
// e. A renewal that has failed costs what it cost when it was due (after 12: when it was ordered),
//    even if the catalogue's price or the customer's consent has changed since.
//
// Source: "Reducing involuntary subscriber churn", "Enable billing grace period for auto-renewable
// subscriptions" and `renewalType` of "SubscriptionGracePeriod.Attributes" (Apple).

/// A payment for renewals that fails until the customer updates the payment method.
package struct BillingIssue: Codable, Hashable, Sendable {
  /// The end of the grace period; `nil` before a renewal has failed, and after the grace period.
  package var gracePeriodExpirationDate: Date?
  /// The date on which the store gives up; `nil` if no renewal has failed yet.
  package var retryEndDate: Date?
  /// The price of the renewal that has failed, rounded to the currency's digits; `nil` if no renewal
  /// has failed yet, and in a store of an earlier version.
  package var renewalPrice: Decimal?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case gracePeriodExpirationDate, retryEndDate, renewalPrice
  }

  package init(
    gracePeriodExpirationDate: Date? = nil, retryEndDate: Date? = nil, renewalPrice: Decimal? = nil
  ) {
    self.gracePeriodExpirationDate = gracePeriodExpirationDate
    self.retryEndDate = retryEndDate
    self.renewalPrice = renewalPrice
  }

  /// Creates the issue of a renewal that fails at `date`, at the end of a period that cost `paid`.
  init(
    failedAt date: Date, after paid: Decimal, period: Period, price: Decimal,
    in snapshot: CatalogueSnapshot
  ) {
    renewalPrice = price
    let retry = snapshot.rules.timeRate.billingRetryPeriod
    let grace = snapshot.rules.timeRate.gracePeriod(
      snapshot.rules.gracePeriod(after: paid), for: period)
    retryEndDate = date.addingTimeInterval(retry).wholeMilliseconds
    gracePeriodExpirationDate = grace.map {
      date.addingTimeInterval(min($0, retry)).wholeMilliseconds
    }
  }
}

extension StoreRules {
  /// The grace period of a renewal after a period that cost `paid`.
  fileprivate func gracePeriod(after paid: Decimal) -> GracePeriod {
    gracePeriodRenewalType == .paidToPaidOnly && paid == 0 ? .off : gracePeriod
  }
}

extension Subscription {
  /// Whether a renewal has failed and is still retried, in the grace period or after it.
  package var isInBillingRetry: Bool { billingIssue?.retryEndDate != nil }

  /// Whether a renewal has failed, and the customer still has access.
  package var isInGracePeriod: Bool { billingIssue?.gracePeriodExpirationDate != nil }

  /// Whether the customer has access.
  package var grantsAccess: Bool { isActive && (!isInBillingRetry || isInGracePeriod) }

  /// The price of the failed renewal; `nil` if no renewal has failed, or if an earlier version did not
  /// store its price and the price is the catalogue's.
  var failedRenewalPrice: Decimal? {
    isInBillingRetry ? billingIssue?.renewalPrice ?? agreedPrice : nil
  }

  /// Makes the renewals of an active subscription fail from now on; nothing happens if they do.
  package func failBilling() -> [LedgerEvent] {
    billingIssue == nil
      ? [.billingIssueChanged(groupID: groupID, issue: BillingIssue())] : []
  }
}

extension Ledger {
  /// Begins the period of a renewal that has failed if an order has made it free; nothing happens
  /// otherwise.
  func freeRenewal(
    in groupID: String, at now: Date, in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    guard let subscription = subscriptions[groupID], subscription.isInBillingRetry,
      case .planned(let next) = subscription.nextPeriod(in: snapshot), next.price == 0
    else { return [] }
    return recoverBilling(of: subscription, at: now, in: snapshot)
  }

  /// Resolves the billing problem of an active subscription; does nothing if there is none.
  ///
  /// A renewal that has failed is charged now, at the price at which it was due. In the grace
  /// period, the cycle is kept. A new cycle begins now after the grace period, or if the period
  /// that would begin has already ended.
  ///
  /// Everything that is due until `now` must be settled.
  package func recoverBilling(
    of subscription: Subscription, at now: Date, in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    guard subscription.billingIssue != nil else { return [] }
    guard subscription.isInBillingRetry else {
      return [.billingIssueChanged(groupID: subscription.groupID, issue: nil)]
    }
    if subscription.isInGracePeriod,
      case .planned(let kept) = subscription.nextPeriod(in: snapshot),
      kept.term.billingCycle.end > now
    {
      return renewal(of: subscription, with: kept, from: subscription.expirationDate, in: snapshot)
    }
    switch subscription.nextPeriod(from: now, in: snapshot) {
    case .none(let intent): return [.expired(groupID: subscription.groupID, intent: intent)]
    case .planned(let next): return renewal(of: subscription, with: next, from: now, in: snapshot)
    }
  }
}
