import AppStorePayloads
package import Foundation
package import StoreAPI

extension Ledger {
  /// Returns the effect and the price that an order would have at `now`.
  ///
  /// Everything that is due until `now` must be settled.
  ///
  /// - Throws: As ``sale(of:quantity:offer:at:in:)``.
  package func quote(
    _ productID: String, quantity: Int, offer: SaleOffer = .automatic, at now: Date,
    in snapshot: CatalogueSnapshot
  ) throws(StoreError) -> Quote {
    let sale = try sale(of: productID, quantity: quantity, offer: offer, at: now, in: snapshot)
    return quote(sale, for: try snapshot.product(productID), at: now, in: snapshot)
  }

  /// Returns the effect and the price of a sale of `product` at `now`.
  package func quote(
    _ sale: Sale, for product: StoreProduct, at now: Date, in snapshot: CatalogueSnapshot
  ) -> Quote {
    var quote = Quote(
      effect: .alreadyOwned, charge: 0, currency: product.currency,
      storefront: snapshot.storefront,
      renewalPrice: product.subscription.map { _ in product.price },
      renewalPeriod: product.subscription?.period)
    quote.lostOffers = []
    switch sale {
    case .oneTime(let product, let quantity, let code):
      quote.effect = .purchase
      quote.charge = code == nil ? product.price(ofQuantity: quantity) : 0
    case .owned:
      quote.renewalPrice = renewalPrice(of: product)
    case .subscription(let planned, let past, let following):
      quote.lostOffers = past?.offersToCome ?? []
      quote.effect = .subscribe(renewalDate: planned.term.billingCycle.end)
      quote.charge = planned.price
      quote.offer = planned.offer
      quote.followingOffer = following
    case .upgrade(let planned, let old):
      quote.lostOffers = old.offersToCome
      quote.effect = .upgrade(
        from: old.productID, refund: quotedRefund(of: old, at: now, in: product.currency),
        renewalDate: planned.term.billingCycle.end)
      quote.charge = planned.price
      quote.offer = planned.offer
    case .change(_, let offer, let subscription):
      quote.renewalPrice = renewalPrice(of: product)
      let coming = offer.map { [$0] } ?? subscription.offersToCome(of: product.id)
      (quote.offer, quote.followingOffer) = (coming.first, coming.dropFirst().first)
      if offer != nil || product.id != subscription.autoRenewPreference {
        quote.lostOffers = subscription.offersToCome
      }
      quote.effect = .change(
        from: subscription.productID, effectiveDate: subscription.expirationDate)
    }
    return quote
  }

  /// The price at which the customer's plan renews, which may be a preserved one; `nil` for a
  /// product that is not a plan.
  private func renewalPrice(of product: StoreProduct) -> Decimal? {
    guard let plan = product.subscription else { return nil }
    return subscriptions[plan.groupID]?.preservedPrices[product.id] ?? product.price
  }

  /// The refund of an upgrade in a quote; 0 if its currency differs from the quote's.
  private func quotedRefund(
    of subscription: Subscription, at now: Date, in currency: String
  ) -> Decimal {
    let paid = current(subscription.transactionID).storefront.currency
    return paid == currency ? refund(of: subscription, at: now) : 0
  }

  /// Returns the refund of an upgrade at `now`: the unused share of the period's price, in the currency
  /// in which it was paid.
  package func refund(of subscription: Subscription, at now: Date) -> Decimal {
    let transaction = current(subscription.transactionID)
    let begin = transaction.purchaseDate.millisecondsSince1970
    let end = subscription.expirationDate.millisecondsSince1970
    // In grace, nothing is left to refund, and a period that was cut short may have no length.
    guard end > now.millisecondsSince1970 else { return 0 }
    let rest = end - now.millisecondsSince1970
    let refund = transaction.price * Decimal(rest) / Decimal(end - begin)
    return refund.rounded(to: transaction.storefront.currency)
  }
}

extension StoreProduct {
  /// Returns the price of this quantity, rounded to the currency's digits.
  package func price(ofQuantity quantity: Int) -> Decimal {
    price.rounded(to: currency) * Decimal(quantity)
  }
}

extension Quote {
  /// Returns whether a customer who has confirmed an earlier quote need not confirm this one.
  ///
  /// While the customer reads, the clock runs: a period that begins with the purchase begins later,
  /// and the refund of an upgrade shrinks. It may shrink by a tenth of the charge.
  package func matches(confirmed: Quote) -> Bool {
    charge == confirmed.charge && currency == confirmed.currency && offer == confirmed.offer
      && followingOffer == confirmed.followingOffer && renewalPrice == confirmed.renewalPrice
      && renewalPeriod == confirmed.renewalPeriod && matchesEffect(of: confirmed)
      && confirmed.lostOffers.map { $0 == lostOffers } ?? true
  }

  private func matchesEffect(of confirmed: Quote) -> Bool {
    switch (effect, confirmed.effect) {
    case (.subscribe, .subscribe):
      true
    case (.upgrade(let plan, let refund, _), .upgrade(let confirmedPlan, let confirmedRefund, _)):
      plan == confirmedPlan && refund >= confirmedRefund - charge / 10
    default:
      effect == confirmed.effect
    }
  }
}
