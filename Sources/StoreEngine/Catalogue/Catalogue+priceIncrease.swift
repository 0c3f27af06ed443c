import Foundation
import StoreAPI

// Higher prices of plans, which subscribers are informed of or asked about.
extension Catalogue {
  /// Checks that no price increase of a plan in another version needs the consent of subscribers.
  ///
  /// - Throws: ``StoreAPI/StoreError/consentRequired(productID:requirement:)``.
  func checkPriceIncreases(
    to new: Catalogue, _ consent: PriceIncreaseConsent
  ) throws(StoreError) {
    let old = productsByID
    for product in new.products {
      guard let plan = product.subscription, let before = old[product.id] else { continue }
      let currency = consent.storefront.currency
      let requirement = consent.requirement(
        from: before.price.rounded(to: currency), to: product.price.rounded(to: currency),
        every: plan.period, lastIncrease: before.priceIncreaseDate)
      if let requirement { throw .consentRequired(productID: product.id, requirement: requirement) }
    }
  }

  /// Returns the catalogue with the dates of its price increases: `date` for each plan whose price
  /// is higher than in the previous version, and the previous dates for the other plans.
  ///
  /// `date` is `nil` if present subscribers keep their price, because then the price does not
  /// rise for them.
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
