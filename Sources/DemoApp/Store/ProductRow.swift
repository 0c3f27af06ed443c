package import Foundation
package import OpenStoreKit

/// A product for the shop's screens: a plain value, so that a screen is drawn without a store.
package struct ProductRow: Codable, Hashable, Identifiable, Sendable {
  package let id: String
  package let kind: Product.ProductType
  package let displayName: String
  package let description: String
  package let price: Decimal
  /// The price in the storefront's currency and the customer's locale, as formatted by the store.
  package let displayPrice: String
  /// The currency's ISO 4217 code, for the price in words.
  package internal(set) var currency: String?
  package internal(set) var isFamilyShareable = false
  /// Only auto-renewable subscriptions have one.
  package internal(set) var plan: Plan?
}

extension ProductRow {
  /// The terms of an auto-renewable subscription other than its price.
  package struct Plan: Codable, Hashable, Sendable {
    package let groupID: String
    /// 1 is the highest level of service.
    package let groupLevel: Int
    /// The unit after "/" in the price: "month", "2 months".
    package let unitText: String
    /// The length of a period; `nil` if it is not known.
    package internal(set) var period: DateComponents?
    /// The introductory offer, if this customer may have it.
    package internal(set) var introductoryOffer: Offer?
    /// The offers to former customers, if they are eligible for them.
    package internal(set) var winBackOffers: [Offer] = []
    /// The app server's offers to present and former subscribers; `nil` if there is no server.
    package internal(set) var promotionalOffers: [Offer]?
  }

  /// The terms of the first periods.
  package struct Offer: Codable, Hashable, Sendable {
    package let mode: Product.SubscriptionOffer.PaymentMode
    package let displayPrice: String
    /// The unit after "/" in the price: "month", "2 months".
    package let unitText: String
    /// The whole length: "1 month", "6 months".
    package let length: String
    /// `nil` for an introductory offer.
    package internal(set) var id: String?
  }
}
