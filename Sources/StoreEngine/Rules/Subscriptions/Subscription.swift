package import AppStorePayloads
package import Foundation
package import StoreAPI

// One customer's subscription in one group. Tests name the numbers of the transitions.
//
//                  T1 periodBegan                   T2 periodBegan (renewal)
//   (no entry) ───────────────────► active ◄──────── T3 periodBegan (upgrade) ◄──┐
//                                   │  │ └────────────────────────────────────────┘
//                                   │  ├── T4 renewalChanged ──► active, another next plan, or none
//                                   │  ├── T5 renewalDateExtended ──► active, a later end
//                                   │  ├── T11 offerRedeemed ──► active, the next plan at an offer's price
//                                   │  ├── a payment fails: BillingIssue.swift
//                                   │  └── a price changes: PriceIncrease.swift
//           T6 (cutShort,) expired  │      T7 revoked
//                                   ├───────────────► revoked ── T8 periodBegan ──► active
//                                   ▼                    ▲
//                                expired ─── T9 revoked ─┘
//                                   └── T10 periodBegan (resubscription) ──► active
//
// A subscription expires with one of five reasons: its renewal was off (or had reached its limit at
// an accelerated time rate), its renewal could not be charged for the whole of billing retry, its
// customer did not agree to a higher price, its next plan is not for sale, or another reason, which
// this store does not have.
//
// Invariants; the tests name their numbers:
//
// 1. A group has at most one subscription, and it gives access to at most one plan at a time.
// 2. Periods do not overlap. A renewal begins exactly at the end of the period before. It begins at
//    once instead if its billing problem was resolved after the grace period, or so late that its
//    period would be over already. An upgrade ends the period before, unless that is over, at its own
//    beginning, and marks its transaction as upgraded. A revoked period gives access only until its
//    revocation date.
// 3. Every period has its own transaction. All have the original ID of the first one, even after a
//    resubscription.
// 4. Periods are counted from the anchor of their billing cycle, never from the period before;
//    BillingCycle.swift says when a billing cycle ends.
// 5. `dueDate` is `nil` unless the subscription is active. It is the end of the current period; if
//    the renewal has failed, the end of grace, and without grace that of billing retry. An expired
//    subscription has an `expirationIntent`, a revoked one a `revocationDate`. Neither renews.
// 6. A renewal or expiration happens at its due date, whenever it is settled: settling in steps
//    gives the same ledger as settling once.
// 7. The introductory offer is used at most once for each group, unless the app's server allows it
//    again: once for each nonce that it signs.
// 8. Transaction IDs only grow.
// 9. `revocationDate` is that of the transaction of the current or last period: a refund of an
//    earlier one changes nothing here. The refunds of a transaction, by an upgrade and by the
//    operator, are together never more than its price.
// 10. An offer that a subscriber redeems for the present plan, or for one that begins at the renewal,
//    begins with the next period, instead of the rest of a former offer. One that a new subscriber
//    redeems together with the introductory offer begins after that. Until it has begun, no other offer
//    can be redeemed in the group, because that would replace it. While renewal is off, the offer would
//    begin only if renewal is turned on again, so another one can be redeemed. The offer is lost if
//    another plan is chosen without one, and when the subscription ends. Source: "Set up promotional
//    offers for auto-renewable subscriptions" in App Store Connect Help. Refusing a second offer is a rule
//    of this store.

/// A customer's subscription in one group: its current or last period, and its next plan.
package struct Subscription: Codable, Hashable, Sendable {
  package var groupID: String
  package var originalID: TransactionID
  package var originalPurchaseDate: Date
  /// The transaction of the current or last period.
  package var transactionID: TransactionID
  package var term: Term
  /// The plan of the next period, if there is one: the current plan unless a change is scheduled.
  package var autoRenewPreference: String
  package var willAutoRenew: Bool
  /// The reason why it expired; `nil` while it is active, and if it was revoked before it expired.
  package var expirationIntent: ExpirationIntent?
  /// The date on which the present series of periods began, ignoring gaps of less than 60 days.
  package var recentSubscriptionStartDate: Date
  package var usedIntroductoryOffer: Bool
  /// The number of renewals since the customer last bought a plan; see ``StoreAPI/StoreRules/renewalLimit``.
  package var renewalCount: Int
  /// The date on which a refund of the current or last period revoked it.
  package var revocationDate: Date?
  /// A payment that fails until the customer updates the payment method.
  package var billingIssue: BillingIssue?
  /// A higher price of the next plan, until the first period at this price begins.
  package var priceIncrease: PriceIncrease?
  /// The date on which a win-back offer was last redeemed.
  package var lastWinBackDate: Date?
  /// The offer that the next period begins, of the plan that is chosen for it.
  package var nextOffer: StoreOffer?
  // Absent from the JSON of a subscription without them, as in events of the first version.
  private var storedPreservedPrices: PreservedPrices?
  private var storedExtensionDates: [Date]?
  private var storedPaidDays: Int?
  private var storedFamilySharing: Bool?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case groupID, originalID, originalPurchaseDate, transactionID, term, autoRenewPreference,
      willAutoRenew, expirationIntent, recentSubscriptionStartDate, usedIntroductoryOffer,
      renewalCount, revocationDate, billingIssue, priceIncrease
    case storedPreservedPrices = "preservedPrice"
    case lastWinBackDate, nextOffer
    case storedExtensionDates = "extensionDates"
    case storedPaidDays = "paidDays"
    case storedFamilySharing = "isSharedWithFamily"
  }

  /// The customer's own prices, which price changes have spared, by product ID: of the present plan
  /// and of the next one.
  package var preservedPrices: [String: Decimal] {
    get { storedPreservedPrices?.byProduct ?? [:] }
    set { storedPreservedPrices = PreservedPrices(newValue) }
  }

  /// The dates on which its renewal date was extended, oldest first.
  package var extensionDates: [Date] {
    get { storedExtensionDates ?? [] }
    set { storedExtensionDates = newValue.isEmpty ? nil : newValue }
  }

  /// The length of all paid periods, in days: a month counts as 30, a year as 360.
  ///
  /// Events of earlier versions have none or too few, so ``Ledger/apply(_:)`` counts them again.
  package var paidDays: Int {
    get { storedPaidDays ?? 0 }
    set { storedPaidDays = newValue == 0 ? nil : newValue }
  }

  /// Whether family members get the present plan, if it is family shareable; see 11 in
  /// Ledger+familySharing.swift.
  package var isSharedWithFamily: Bool {
    get { storedFamilySharing ?? true }
    set { storedFamilySharing = newValue ? nil : false }
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

  /// Returns ``nextOffer`` if it is of this plan.
  func nextOffer(of productID: String) -> StoreOffer? {
    productID == autoRenewPreference ? nextOffer : nil
  }

  package var expirationDate: Date { term.billingCycle.end }
  /// The end of access: the revocation or the expiration, whichever is earlier.
  package var serviceEnd: Date { revocationDate.map { min($0, expirationDate) } ?? expirationDate }
  /// Whether it has neither expired nor been revoked, even if its renewal could not be charged.
  package var isActive: Bool { expirationIntent == nil && revocationDate == nil }
  /// The date on which it renews, fails or expires; `nil` if it has expired or was revoked.
  package var dueDate: Date? {
    guard isActive else { return nil }
    return billingIssue?.gracePeriodExpirationDate ?? billingIssue?.retryEndDate ?? expirationDate
  }
}

/// The terms of the current period, copied from the catalogue at its beginning.
package struct Term: Codable, Hashable, Sendable {
  package var productID: String
  /// 1 is the highest level of service.
  package var level: Int
  package var period: Period
  package var billingCycle: BillingCycle
  /// The offer whose price some later periods have too.
  package var offer: RunningOffer?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case productID, level, period
    case billingCycle = "cadence"
    case offer
  }
}

/// An offer that is paid as you go, and the number of its remaining periods, at least 1.
package struct RunningOffer: Codable, Hashable, Sendable {
  package var offer: StoreOffer
  package var remainingPeriods: Int

  enum CodingKeys: String, CodingKey, CaseIterable { case offer, remainingPeriods }

  /// Returns `nil` if no period remains.
  package init?(_ offer: StoreOffer, remainingPeriods periods: Int) {
    guard periods > 0 else { return nil }
    self.offer = offer
    remainingPeriods = periods
  }
}
