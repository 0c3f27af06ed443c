package import StoreAPI

/// What is sold, to whom it is shown and how fast time passes: the terms of one moment.
package struct Market: Hashable, Sendable {
  /// For sale, by product ID, with the storefront's prices.
  package var products: [String: StoreProduct]
  package var storefront: StoreStorefront
  package var pace: Pace
  /// How often a subscription renews by itself at an accelerated pace: 12 in Apple's sandbox.
  ///
  /// Source: "Testing an auto-renewable subscription" in App Store Connect Help.
  package var renewalLimit: Int

  package init(
    products: [StoreProduct], storefront: StoreStorefront, pace: Pace, renewalLimit: Int = 12
  ) {
    self.products = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    self.storefront = storefront
    self.pace = pace
    self.renewalLimit = renewalLimit
  }

  /// The product with this ID.
  ///
  /// - Throws: ``StoreFault/unknownProduct(_:)`` when it is not for sale.
  package func product(_ id: String) throws(StoreFault) -> StoreProduct {
    guard let product = products[id] else { throw .unknownProduct(id) }
    return product
  }
}
