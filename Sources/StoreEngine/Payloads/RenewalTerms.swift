package import Foundation
import StoreAPI

/// The part of a subscription's renewal information that depends on the products for sale.
package struct RenewalTerms: Codable, Hashable, Sendable {
  /// The price of the next renewal; `nil` if its plan is not for sale or the subscription has ended.
  package var price: Decimal?
  /// The currency of ``price``, in ISO 4217.
  package var currency: String?
  /// The offer that gives this price.
  package var offer: AppliedOffer?
  /// The win-back offers that the customer may redeem, the best first; `nil` if there are none.
  package var winBackOfferIDs: [String]?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case price, currency, offer, winBackOfferIDs
  }

  /// Creates the terms of a subscription that a family member shares: they are the purchaser's alone.
  package init() {}

  /// Creates the terms of a subscription at a date.
  package init(of subscription: Subscription, at date: Date, in snapshot: CatalogueSnapshot) {
    if subscription.isActive, let next = PlannedPeriod(after: subscription, in: snapshot) {
      price = next.price
      currency = snapshot.storefront.currency
      offer = next.offer.map(AppliedOffer.init)
    }
    let winBacks = subscription.eligibleWinBackOfferIDs(at: date, in: snapshot)
    winBackOfferIDs = winBacks.isEmpty ? nil : winBacks
  }
}
