import AppStorePayloads
package import Foundation
package import StoreAPI

/// The period after a subscription's current one, or the reason why there is none.
enum NextPeriod: Hashable, Sendable {
  case planned(PlannedPeriod)
  case none(ExpirationIntent)
}

extension Subscription {
  /// Returns the period that follows the current one, from its end or from `start`.
  ///
  /// - Parameters:
  ///   - start: The beginning of a new cycle; `nil` continues the present one.
  ///   - isLimitReached: Whether it has renewed as often as it may.
  ///   - snapshot: The catalogue snapshot, for the products for sale and the time rate.
  /// - Returns: The planned period, or why there is none.
  func nextPeriod(
    from start: Date? = nil, isLimitReached: Bool = false, in snapshot: CatalogueSnapshot
  ) -> NextPeriod {
    let next = PlannedPeriod(after: self, from: start, in: snapshot)
    let consent = priceIncrease(of: next)?.status
    if consent == .declined { return .none(.didNotConsentToPriceIncrease) }
    guard willAutoRenew, !isLimitReached else { return .none(.autoRenewDisabled) }
    guard let next else { return .none(.productUnavailable) }
    return consent == .pending ? .none(.didNotConsentToPriceIncrease) : .planned(next)
  }

  /// Whether it has renewed as often as it may: at an accelerated time rate the number is limited.
  fileprivate func isRenewalLimitReached(in snapshot: CatalogueSnapshot) -> Bool {
    guard snapshot.rules.timeRate != .realTime, snapshot.rules.isRenewalLimited else {
      return false
    }
    return renewalCount >= StoreRules.renewalLimit
  }
}

extension Ledger {
  /// Renews an active subscription now and not at the end of its period, which is cut short.
  ///
  /// The renewal can fail or expire as at the end of the period. Everything that is due until `now`
  /// must be settled. Source: "forceRenewalOfSubscription(productIdentifier:)" of StoreKitTest.
  ///
  /// - Throws: ``StoreAPI/StoreError/renewalIsOff(productID:)``, and
  ///   ``StoreAPI/StoreError/billingIssue(productID:)`` if a renewal has failed already.
  package func forceRenewal(
    of subscription: Subscription, at now: Date, in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> [LedgerEvent] {
    guard !subscription.isInBillingRetry else {
      throw .billingIssue(productID: subscription.productID)
    }
    guard subscription.willAutoRenew else { throw .renewalIsOff(productID: subscription.productID) }
    var ending = subscription
    ending.term.billingCycle = ending.term.billingCycle.ending(at: now)
    return [.cutShort(groupID: subscription.groupID, date: now)]
      + endPeriod(of: ending, in: snapshot)
  }

  /// Returns the events at the end of a subscription's period: its renewal, its failure or its
  /// expiration.
  func endPeriod(of subscription: Subscription, in snapshot: CatalogueSnapshot) -> [LedgerEvent] {
    let groupID = subscription.groupID
    let next = subscription.nextPeriod(
      isLimitReached: subscription.isRenewalLimitReached(in: snapshot), in: snapshot)
    switch next {
    case .none(let intent):
      return [.expired(groupID: groupID, intent: intent)]
    case .planned(let next) where next.price > 0 && subscription.paymentFails(in: snapshot):
      let issue = BillingIssue(
        failedAt: subscription.expirationDate, after: current(subscription.transactionID).price,
        period: subscription.term.period, price: next.price, in: snapshot)
      return [.billingRetryBegan(groupID: groupID, issue: issue)]
    case .planned(let next):
      return renewal(
        of: subscription, with: next, from: subscription.expirationDate, in: snapshot)
    }
  }

  /// Charges a planned period that begins at `date`.
  func renewal(
    of subscription: Subscription, with next: PlannedPeriod, from date: Date,
    in snapshot: CatalogueSnapshot
  ) -> [LedgerEvent] {
    let last = current(subscription.transactionID)
    let transaction = makeTransaction(
      next, from: date, chain: subscription, reason: .renewal,
      appAccountToken: last.appAccountToken, device: nil, in: snapshot)
    let renewed = subscription.renewed(with: next, transaction.id, in: snapshot)
      .countingPaidDays(after: subscription, of: transaction)
    return [.charged(transaction: transaction), .periodBegan(subscription: renewed)]
  }
}

extension Subscription {
  fileprivate func paymentFails(in snapshot: CatalogueSnapshot) -> Bool {
    billingIssue != nil || snapshot.rules.renewalsFail
  }

  fileprivate func renewed(
    with next: PlannedPeriod, _ id: TransactionID, in snapshot: CatalogueSnapshot
  ) -> Subscription {
    var renewed = self
    renewed.transactionID = id
    if next.term.productID != productID { renewed.isSharedWithFamily = true }
    renewed.term = next.term
    if runningOffer == nil { renewed.nextOffer = nil }
    renewed.renewalCount += 1
    if isInBillingRetry { renewed.billingIssue = nil }
    renewed.priceIncrease = priceIncrease(after: next, in: snapshot)
    renewed.preservedPrices = preservedPrices.filter { $0.key == next.term.productID }
    return renewed
  }
}
