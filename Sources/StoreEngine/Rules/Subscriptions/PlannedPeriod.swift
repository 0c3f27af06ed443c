package import AppStorePayloads
package import Foundation
package import StoreAPI

/// A subscription period that has not been charged yet: its terms and its price.
package struct PlannedPeriod: Hashable, Sendable {
  package var groupID: String
  package var term: Term
  /// Rounded to the currency's digits.
  package var price: Decimal
  /// The offer that gives this price.
  package var offer: StoreOffer?
}

extension PlannedPeriod {
  /// Creates the first period of a plan that is bought at `date`, with the offer's terms if there
  /// is an offer.
  ///
  /// An offer that is free or paid up front is one period of its whole length. An offer that is
  /// paid as you go is `periodCount` periods. Source: "Set up introductory offers" in App Store
  /// Connect Help.
  package init(
    of product: StoreProduct, plan: StoreSubscription, offer: StoreOffer?, at date: Date,
    in snapshot: CatalogueSnapshot
  ) {
    let isWhole = offer?.discountType != .payAsYouGo
    let billingCycle = BillingCycle(
      from: date, lasting: offer?.period ?? plan.period,
      times: isWhole ? offer?.periodCount ?? 1 : 1, timeRate: snapshot.rules.timeRate)
    let running = offer.flatMap {
      RunningOffer($0, remainingPeriods: isWhole ? 0 : $0.periodCount - 1)
    }
    self.init(
      groupID: plan.groupID,
      term: Term(
        productID: product.id, level: plan.groupLevel, period: plan.period,
        billingCycle: billingCycle, offer: running),
      price: (offer?.price ?? product.price).rounded(to: product.currency), offer: offer)
  }

  /// Creates the period after a subscription's current one; `nil` if its plan is not for sale.
  ///
  /// If the plan changes, or an offer was redeemed for the period, the rest of the current plan's offer
  /// is lost. A new cycle begins at `start`;
  /// without it, the present cycle is continued. A renewal that has failed keeps its price.
  package init?(
    after subscription: Subscription, from start: Date? = nil, in snapshot: CatalogueSnapshot
  ) {
    guard let product = snapshot.products[subscription.autoRenewPreference],
      let plan = product.subscription
    else { return nil }
    let running = subscription.offerOfNextPeriod
    let offer = running?.offer
    let period = offer?.period ?? plan.period
    let price =
      offer?.price ?? subscription.failedRenewalPrice
      ?? subscription.preservedPrices[product.id] ?? product.price
    self.init(
      groupID: subscription.groupID,
      term: Term(
        productID: product.id, level: plan.groupLevel, period: plan.period,
        billingCycle: start.map {
          BillingCycle(from: $0, lasting: period, timeRate: snapshot.rules.timeRate)
        }
          ?? subscription.term.billingCycle.continued(
            lasting: period, timeRate: snapshot.rules.timeRate),
        offer: running.flatMap {
          RunningOffer($0.offer, remainingPeriods: $0.remainingPeriods - 1)
        }),
      price: price.rounded(to: product.currency), offer: offer)
  }
}

extension Subscription {
  /// The offer whose price the next period has: the rest of the current plan's, or the one that follows
  /// it.
  fileprivate var offerOfNextPeriod: RunningOffer? {
    runningOffer
      ?? nextOffer.flatMap { RunningOffer($0, remainingPeriods: $0.periodCount) }
  }

  /// Returns the beginning of ``nextOffer``: after the rest of the current plan's offer; `nil` if
  /// it waits for a payment.
  func beginOfNextOffer(in snapshot: CatalogueSnapshot) -> Date? {
    guard !isInBillingRetry else { return nil }
    let rest = runningOffer.map { Array(repeating: $0.offer.period, count: $0.remainingPeriods) }
    return (rest ?? []).reduce(term.billingCycle) {
      $0.continued(lasting: $1, timeRate: snapshot.rules.timeRate)
    }.end
  }

  /// ``offersToCome(of:)`` of the plan that renews.
  var offersToCome: [StoreOffer] { offersToCome(of: autoRenewPreference) }

  /// The offers of the periods to come if they are of this plan: the rest of the present one, and the one
  /// that follows it.
  ///
  /// While renewal is off, they begin only if it is turned on again.
  func offersToCome(of productID: String) -> [StoreOffer] {
    guard isActive else { return [] }
    let running = productID == self.productID ? term.offer : nil
    var rest = running?.offer
    rest?.periodCount = running?.remainingPeriods ?? 0
    return [rest, nextOffer(of: productID)].compactMap(\.self)
  }

  /// The rest of the current plan's offer, if the next period is of the same plan.
  var runningOffer: RunningOffer? { autoRenewPreference == productID ? term.offer : nil }
}

extension Ledger {
  /// Returns the transaction that charges a planned period, which begins at `date`.
  package func makeTransaction(
    _ planned: PlannedPeriod, from date: Date, chain: Subscription?, reason: TransactionReason,
    appAccountToken: LowercaseUUID?, device: Int64?, in snapshot: CatalogueSnapshot
  ) -> LedgerTransaction {
    let id = nextTransactionID
    return LedgerTransaction(
      id: id, originalID: chain?.originalID ?? id, productID: planned.term.productID,
      type: .autoRenewable, purchaseDate: date,
      originalPurchaseDate: chain?.originalPurchaseDate ?? date,
      appAccountToken: appAccountToken, reason: reason, price: planned.price,
      storefront: snapshot.storefront,
      period: .init(
        groupID: planned.groupID,
        webOrderLineItemID: String(nextLineItem),
        expirationDate: planned.term.billingCycle.end, offer: planned.offer.map(AppliedOffer.init)),
      device: device)
  }
}
