package import Foundation
package import StoreAPI

/// A subscription period that has not been charged yet: its terms and what it will cost.
package struct PlannedPeriod: Hashable, Sendable {
  package var groupID: String
  package var term: Term
  /// Rounded to the currency's digits.
  package var price: Decimal
  /// The offer that gives this price.
  package var offer: StoreOffer?
}

extension PlannedPeriod {
  /// The first period of a plan bought at `date`: the offer's, where there is one.
  ///
  /// Paid up front or free, an offer is one period of its whole length; paid as you go, it is as
  /// many periods as it says. Source: "Set up introductory offers" in App Store Connect Help.
  package init(
    of product: StoreProduct, plan: StoreSubscription, offer: StoreOffer?, at date: Date,
    in market: Market
  ) {
    let isWhole = offer?.discountType != .payAsYouGo
    let cadence = Cadence(
      from: date, lasting: offer?.period ?? plan.period,
      times: isWhole ? offer?.periodCount ?? 1 : 1, pace: market.pace)
    let running = offer.flatMap {
      RunningOffer($0, remainingPeriods: isWhole ? 0 : $0.periodCount - 1)
    }
    self.init(
      groupID: plan.groupID,
      term: Term(
        productID: product.id, level: plan.groupLevel, period: plan.period, cadence: cadence,
        offer: running),
      price: (offer?.price ?? product.price).rounded(to: product.currency), offer: offer)
  }

  /// The period that follows a subscription's current one; `nil` when its plan is not sold any
  /// more.
  ///
  /// A plan that changes leaves the rest of an offer behind.
  package init?(after subscription: Subscription, in market: Market) {
    guard let product = market.products[subscription.autoRenewPreference],
      let plan = product.subscription
    else { return nil }
    let isSamePlan = product.id == subscription.productID
    let running = isSamePlan ? subscription.term.offer : nil
    let offer = running?.offer
    self.init(
      groupID: subscription.groupID,
      term: Term(
        productID: product.id, level: plan.groupLevel, period: plan.period,
        cadence: subscription.term.cadence.continued(
          lasting: offer?.period ?? plan.period, pace: market.pace),
        offer: running.flatMap {
          RunningOffer($0.offer, remainingPeriods: $0.remainingPeriods - 1)
        }),
      price: (offer?.price ?? product.price).rounded(to: product.currency), offer: offer)
  }
}

extension Ledger {
  /// The transaction that charges a planned period, which begins at `date`.
  package func charge(
    _ planned: PlannedPeriod, from date: Date, chain: Subscription?, reason: TransactionReason,
    appAccountToken: LowercaseUUID?, device: Int64?, in market: Market
  ) -> LedgerTransaction {
    let id = nextTransactionID
    return LedgerTransaction(
      id: id, originalID: chain?.originalID ?? id, productID: planned.term.productID,
      type: .autoRenewable, purchaseDate: date,
      originalPurchaseDate: chain?.originalPurchaseDate ?? date,
      appAccountToken: appAccountToken, reason: reason, price: planned.price,
      storefront: market.storefront,
      period: .init(
        groupID: planned.groupID,
        webOrderLineItemID: String(customer.lineItem(id.count)),
        expirationDate: planned.term.cadence.end, offer: planned.offer.map(AppliedOffer.init)),
      device: device)
  }
}
