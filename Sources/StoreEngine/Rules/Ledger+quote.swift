package import Foundation
package import StoreAPI

extension Ledger {
  /// What an order for this would do and cost at `now`, when all that is due has been settled.
  ///
  /// - Throws: ``StoreFault/unknownProduct(_:)`` and ``StoreFault/invalidQuantity(_:allowed:)``.
  package func quote(
    _ productID: String, quantity: Int, at now: Date, in market: Market
  ) throws(StoreFault) -> Quote {
    let sale = try sale(of: productID, quantity: quantity, at: now, in: market)
    return quote(sale, for: try market.product(productID), at: now, in: market)
  }

  /// What a sale of `product` would do and cost at `now`.
  package func quote(
    _ sale: Sale, for product: StoreProduct, at now: Date, in market: Market
  ) -> Quote {
    var quote = Quote(
      effect: .alreadyOwned, charge: 0, currency: product.currency, storefront: market.storefront,
      renewalPrice: product.subscription.map { _ in product.price },
      renewalPeriod: product.subscription?.period)
    switch sale {
    case .oneTime(let product, let quantity):
      quote.effect = .purchase
      quote.charge = product.charge(quantity: quantity)
    case .owned:
      break
    case .subscription(let planned, _):
      quote.effect = .subscribe(renewalDate: planned.term.cadence.end)
      quote.charge = planned.price
      quote.offer = planned.offer
    case .upgrade(let planned, let old):
      quote.effect = .upgrade(
        from: old.productID, refund: refund(of: old, at: now),
        renewalDate: planned.term.cadence.end)
      quote.charge = planned.price
    case .change(_, let subscription):
      quote.effect = .change(
        from: subscription.planBefore(product.id), effectiveDate: subscription.expirationDate)
    }
    return quote
  }

  /// What an upgrade at `now` gives back: the unused share of what the period cost.
  package func refund(of subscription: Subscription, at now: Date) -> Decimal {
    let transaction = current(subscription.transactionID)
    let begin = transaction.purchaseDate.millisecondsSince1970
    let end = subscription.expirationDate.millisecondsSince1970
    let rest = max(0, end - now.millisecondsSince1970)
    let refund = transaction.price * Decimal(rest) / Decimal(end - begin)
    return refund.rounded(to: transaction.storefront.currency)
  }
}

extension StoreProduct {
  /// What so many pieces cost, in whole units of the currency's digits.
  package func charge(quantity: Int) -> Decimal {
    price.rounded(to: currency) * Decimal(quantity)
  }
}

extension Subscription {
  /// What a change to `productID` replaces: the current plan, or, when the customer takes a
  /// change back, the plan that had been chosen.
  fileprivate func planBefore(_ productID: String) -> String {
    productID == self.productID ? autoRenewPreference : self.productID
  }
}

extension Quote {
  /// Whether a customer who agreed to `promise` would be told nothing new by this quote.
  ///
  /// Periods that begin with the purchase move with the clock while the customer reads, and the
  /// refund of an upgrade shrinks: it may have shrunk by a tenth of what is charged.
  package func keeps(_ promise: Quote) -> Bool {
    charge == promise.charge && currency == promise.currency && offer == promise.offer
      && renewalPrice == promise.renewalPrice && renewalPeriod == promise.renewalPeriod
      && keepsEffect(of: promise)
  }

  private func keepsEffect(of promise: Quote) -> Bool {
    switch (effect, promise.effect) {
    case (.subscribe, .subscribe):
      true
    case (.upgrade(let plan, let refund, _), .upgrade(let promisedPlan, let promised, _)):
      plan == promisedPlan && refund >= promised - charge / 10
    default:
      effect == promise.effect
    }
  }
}
