import Foundation
import StoreAPI

// Higher prices of plans, which subscribers are informed of or asked about.
extension Catalogue {
  /// Checks that subscribers of each plan whose price another version raises need only be informed.
  ///
  /// - Throws: ``StoreAPI/StoreFault/consentRequired(_:_:)``.
  func checkPriceIncreases(
    to new: Catalogue, _ consent: PriceIncreaseConsent
  ) throws(StoreFault) {
    let old = productsByID
    for product in new.products {
      guard let plan = product.subscription, let before = old[product.id] else { continue }
      let currency = consent.storefront.currency
      let requirement = consent.requirement(
        from: before.price.rounded(to: currency), to: product.price.rounded(to: currency),
        every: plan.period, lastIncrease: before.priceIncreaseDate)
      if let requirement { throw .consentRequired(product.id, requirement) }
    }
  }

  /// Returns the catalogue with the dates of price increases: those of the version before, and `date` for
  /// each plan whose price is higher than there.
  ///
  /// An increase that spares present subscribers is none for them, so then `date` is `nil`.
  func keepingPriceIncreases(of old: Catalogue, at date: Date?) -> Catalogue {
    let before = old.productsByID
    var kept = self
    for index in kept.products.indices {
      guard let previous = before[kept.products[index].id] else { continue }
      let isIncrease =
        kept.products[index].subscription != nil && kept.products[index].price > previous.price
      kept.products[index].priceIncreaseDate =
        isIncrease ? date ?? previous.priceIncreaseDate : previous.priceIncreaseDate
    }
    return kept
  }
}
