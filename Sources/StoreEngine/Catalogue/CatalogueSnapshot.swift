package import StoreAPI

/// The products for sale, the storefront and the rules at one time.
package struct CatalogueSnapshot: Hashable, Sendable {
  /// The products for sale with the storefront's prices, by product ID.
  package var products: [String: StoreProduct]
  /// The IDs of the products in the order of the catalogue.
  package let productIDs: [String]
  /// The products that are family shareable and not for sale: their purchasers share them on.
  package var shareableNotSold: Set<String> = []
  package var storefront: StoreStorefront
  package var rules: StoreRules

  package init(products: [StoreProduct], storefront: StoreStorefront, rules: StoreRules) {
    self.products = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    productIDs = products.map(\.id)
    self.storefront = storefront
    self.rules = rules
  }

  /// Whether a family shares what its members buy of a product, or have bought before it was taken off
  /// sale.
  func isFamilyShareable(_ id: String) -> Bool {
    products[id]?.isFamilyShareable ?? shareableNotSold.contains(id)
  }

  /// Returns the product with this ID.
  ///
  /// - Throws: ``StoreError/unknownProduct(productID:)`` if it is not for sale.
  package func product(_ id: String) throws(StoreError) -> StoreProduct {
    guard let product = products[id] else { throw .unknownProduct(productID: id) }
    return product
  }
}
