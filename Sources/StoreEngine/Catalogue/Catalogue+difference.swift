import Foundation
import StoreAPI
import StoreOperatorAPI

extension Catalogue {
  /// Returns what another version changes about products, in the order of that version and with the
  /// prices in this currency.
  ///
  /// A version keeps every product of the one before. Another order of products and groups is
  /// not a change, and neither is a group of which nothing is for sale.
  func changes(to new: Catalogue, in currency: String) -> [CatalogueChange] {
    let old = productsByID
    let groups = changedGroups(new)
    return new.products.compactMap { product in
      let previous = old[product.id]
      let isInChangedGroup =
        product.isForSale && groups.contains(product.subscription?.groupID ?? "")
      let aspects = product.aspects(
        changedFrom: previous, isInChangedGroup: isInChangedGroup, in: currency)
      guard !aspects.isEmpty else { return nil }
      return CatalogueChange(
        productID: product.id, aspects: aspects, isForSale: product.isForSale,
        price: product.price.rounded(to: currency),
        previousPrice: aspects.contains(.price) ? previous?.price.rounded(to: currency) : nil,
        currency: currency)
    }
  }

  /// The products that another version makes family shareable.
  func newlyShareable(in new: Catalogue) -> Set<String> {
    let old = productsByID
    let shareable = new.products.filter(\.isFamilyShareable).map(\.id)
    return Set(shareable.filter { old[$0]?.isFamilyShareable == false })
  }

  /// The products by their IDs.
  var productsByID: [String: Product] {
    Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The IDs of the groups that have other names in another version.
  private func changedGroups(_ new: Catalogue) -> Set<String> {
    Set(new.groups).subtracting(groups).reduce(into: []) { $0.insert($1.id) }
  }
}

extension Catalogue.Product {
  fileprivate func aspects(
    changedFrom previous: Self?, isInChangedGroup: Bool, in currency: String
  ) -> [CatalogueChange.Aspect] {
    guard let previous else { return [.added] }
    let changes: [(CatalogueChange.Aspect, Bool)] = [
      (.sale, isForSale != previous.isForSale),
      (.price, price.rounded(to: currency) != previous.price.rounded(to: currency)),
      (.offers, subscription?.withoutLevel != previous.subscription?.withoutLevel),
      (.texts, isInChangedGroup || localizations != previous.localizations),
      (.other, other != previous.other),
    ]
    return changes.filter(\.1).map(\.0)
  }

  /// The product without the aspects that have a case of their own.
  private var other: Self {
    var product = self
    product.isForSale = true
    product.price = 0
    product.priceIncreaseDate = nil
    product.localizations = []
    product.subscription?.introductoryOffer = nil
    product.subscription?.promotionalOffers = []
    product.subscription?.winBackOffers = []
    product.subscription?.codeOffers = []
    return product
  }
}

extension Catalogue.Subscription {
  /// The plan without its level: its offers, because group and period never change.
  fileprivate var withoutLevel: Self {
    var plan = self
    plan.groupLevel = 0
    return plan
  }
}
