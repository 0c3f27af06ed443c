package import Foundation

/// What a new version of the catalogue changes about a product.
package struct CatalogueChange: Codable, Hashable, Sendable {
  package var productID: String
  package var isForSale: Bool
  /// In ``currency``.
  package var price: Decimal
  /// The price of the version before; `nil` if it is the same, or if the product is new.
  package var previousPrice: Decimal?
  /// ISO 4217.
  package var currency: String

  enum CodingKeys: String, CodingKey, CaseIterable {
    case productID, isForSale, price, previousPrice, currency
  }

  package init(
    productID: String, isForSale: Bool, price: Decimal, previousPrice: Decimal?, currency: String
  ) {
    self.productID = productID
    self.isForSale = isForSale
    self.price = price
    self.previousPrice = previousPrice
    self.currency = currency
  }
}
