package import Foundation
package import StoreAPI

// One customer's subscription in one group.
//
//                  periodBegan                      periodBegan (renewal, upgrade)
//   (no entry) ───────────────────► active ◄──────────────────────────────────┐
//                                   │  │ └────────────────────────────────────┘
//                                   │  └── renewalChanged ──► active, another next plan
//              (cutShort,) expired  │      revoked
//                                   ├───────────────► revoked ── periodBegan ──► active
//                                   ▼                    ▲
//                                expired ────────────────┘
//                                   └── periodBegan (resubscription) ──► active
//
// What always holds, and what the tests name:
//
// 1. A group has at most one subscription, and it serves at most one plan at a time.
// 2. Periods do not overlap: a renewal begins exactly where the period before ended; an upgrade
//    begins where it cuts the period before off, and that transaction is marked as upgraded. A
//    revoked period serves only until its revocation date.
// 3. Every period has a transaction of its own; all share the original ID of the first one, for
//    ever, also after a resubscription.
// 4. Periods are counted from the anchor of their cadence, never from the period before.
// 5. `dueDate` is the end of the current period while the subscription is active, and `nil`
//    exactly when it has expired, then `expirationIntent` says why, or been revoked, then
//    `revocationDate` says when. Neither ever renews.
// 6. What is due happens at its own date, whenever it is settled: settling in steps leads to what
//    settling once leads to.
// 7. The introductory offer is used at most once for each group.
// 8. Transaction IDs only grow.
// 9. `revocationDate` is that of the transaction of the current or last period: a refund of an
//    earlier one changes nothing here. What is given back of a transaction, by an upgrade and a
//    refund together, is never more than its price.

/// A customer's subscription in one group: its current or last period, and what is to come.
package struct Subscription: Codable, Hashable, Sendable {
  package var groupID: String
  package var originalID: TransactionID
  package var originalPurchaseDate: Date
  /// The transaction of the current or last period.
  package var transactionID: TransactionID
  package var term: Term
  /// The plan of the next period, if there is one: the current plan unless a change waits.
  package var autoRenewPreference: String
  package var willAutoRenew: Bool
  /// Why it ended; `nil` while it is active, and where it was revoked before it could end.
  package var expirationIntent: ExpirationIntent?
  /// When the present series began, ignoring gaps under 60 days.
  package var recentSubscriptionStartDate: Date
  package var usedIntroductoryOffer: Bool
  /// Renewals since the customer last bought a plan; see ``Market/renewalLimit``.
  package var renewalCount: Int
  /// When a refund of the current or last period took it away.
  package var revocationDate: Date?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case groupID, originalID, originalPurchaseDate, transactionID, term, autoRenewPreference,
      willAutoRenew, expirationIntent, recentSubscriptionStartDate, usedIntroductoryOffer,
      renewalCount, revocationDate
  }

  package init(
    groupID: String, originalID: TransactionID, originalPurchaseDate: Date,
    transactionID: TransactionID, term: Term, autoRenewPreference: String, willAutoRenew: Bool,
    expirationIntent: ExpirationIntent?, recentSubscriptionStartDate: Date,
    usedIntroductoryOffer: Bool, renewalCount: Int,
    revocationDate: Date? = nil
  ) {
    self.groupID = groupID
    self.originalID = originalID
    self.originalPurchaseDate = originalPurchaseDate
    self.transactionID = transactionID
    self.term = term
    self.autoRenewPreference = autoRenewPreference
    self.willAutoRenew = willAutoRenew
    self.expirationIntent = expirationIntent
    self.recentSubscriptionStartDate = recentSubscriptionStartDate
    self.usedIntroductoryOffer = usedIntroductoryOffer
    self.renewalCount = renewalCount
    self.revocationDate = revocationDate
  }

  package var productID: String { term.productID }
  package var expirationDate: Date { term.cadence.end }
  /// When service ends, or ended.
  package var serviceEnd: Date { revocationDate.map { min($0, expirationDate) } ?? expirationDate }
  package var isActive: Bool { expirationIntent == nil && revocationDate == nil }
  /// When something must happen by itself; `nil` once the subscription has expired or been revoked.
  package var dueDate: Date? { isActive ? expirationDate : nil }
}

/// What the current period was sold under, copied from the catalogue of its day.
package struct Term: Codable, Hashable, Sendable {
  package var productID: String
  /// 1 is the highest level of service.
  package var level: Int
  package var period: Period
  package var cadence: Cadence
  /// An offer whose price some later periods have too.
  package var offer: RunningOffer?

  enum CodingKeys: String, CodingKey, CaseIterable { case productID, level, period, cadence, offer }

  package init(
    productID: String, level: Int, period: Period, cadence: Cadence, offer: RunningOffer? = nil
  ) {
    self.productID = productID
    self.level = level
    self.period = period
    self.cadence = cadence
    self.offer = offer
  }
}

/// An offer paid as you go, and how many of its periods are still to come (at least 1).
package struct RunningOffer: Codable, Hashable, Sendable {
  package var offer: StoreOffer
  package var remainingPeriods: Int

  enum CodingKeys: String, CodingKey, CaseIterable { case offer, remainingPeriods }

  /// The offer with `periods` to come; `nil` when there are none.
  package init?(_ offer: StoreOffer, remainingPeriods periods: Int) {
    guard periods > 0 else { return nil }
    self.offer = offer
    remainingPeriods = periods
  }
}
