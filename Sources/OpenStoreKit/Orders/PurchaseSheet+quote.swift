import AppStorePayloads
import StoreAPI

extension PurchaseSheet.Terms {
  /// The terms of a quote for a product, in the storefront's format.
  init(
    _ quote: Quote, of productID: Product.ID, priceFormatStyle style: Decimal.FormatStyle.Currency
  ) {
    func offer(_ record: StoreOffer) -> Product.SubscriptionOffer {
      Product.SubscriptionOffer(record: record, priceFormatStyle: style)
    }
    self.init(
      charge: quote.charge, displayCharge: quote.charge.formatted(style),
      offer: quote.offer.map(offer), followingOffer: quote.followingOffer.map(offer),
      lostOffers: quote.lostOffers?.map(offer) ?? [],
      displayRenewalPrice: quote.renewalPrice?.formatted(style),
      renewalPeriod: quote.renewalPeriod.map { Product.SubscriptionPeriod($0) })
    describe(quote.effect, style)
    // A plan that goes on replaces none.
    if replacedProductID == productID { replacedProductID = nil }
  }

  private mutating func describe(
    _ effect: Quote.Effect, _ style: Decimal.FormatStyle.Currency
  ) {
    switch effect {
    case .purchase: break
    case .alreadyOwned: alreadyOwned = true
    case .subscribe(let renewalDate): firstRenewalDate = renewalDate
    case .upgrade(let from, let refund, let renewalDate):
      replacedProductID = from
      upgradeRefund = refund
      displayUpgradeRefund = refund.formatted(style)
      firstRenewalDate = renewalDate
    case .change(let from, let effectiveDate):
      replacedProductID = from
      self.effectiveDate = effectiveDate
    }
  }
}
