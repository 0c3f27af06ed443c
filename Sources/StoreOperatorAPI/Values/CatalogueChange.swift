package import Foundation

/// The change of a product in a new version of the catalogue.
package struct CatalogueChange: Codable, Hashable, Sendable {
  /// A part of a product that a version can change.
  package enum Aspect: String, Codable, Hashable, Sendable, CaseIterable {
    /// The product is new; nothing else of it is listed.
    case added
    /// It is now for sale, or no longer.
    case sale
    case price
    case offers
    /// Its names and descriptions, or those of its subscription group.
    case texts
    /// Its level of service, reference name, internal ID or Family Sharing.
    case other
  }

  package var productID: String
  /// In the order of ``Aspect``; never empty.
  package var aspects: [Aspect]
  package var isForSale: Bool
  /// In ``currency``.
  package var price: Decimal
  /// The price of the version before; `nil` if it is the same, or if the product is new.
  package var previousPrice: Decimal?
  /// ISO 4217.
  package var currency: String

  package init(
    productID: String, aspects: [Aspect], isForSale: Bool, price: Decimal, previousPrice: Decimal?,
    currency: String
  ) {
    self.productID = productID
    self.aspects = aspects
    self.isForSale = isForSale
    self.price = price
    self.previousPrice = previousPrice
    self.currency = currency
  }
}
