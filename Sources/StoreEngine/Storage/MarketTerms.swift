package import StoreAPI

/// The values on which a market depends: the version of the catalogue and the settings.
package struct MarketTerms: Hashable, Sendable {
  let version: Int
  let storefront: String
  let locale: String
  let rules: StoreRules

  package init(version: Int, _ settings: StoreSettings) {
    self.version = version
    storefront = settings.storefront
    locale = settings.locale
    rules = settings.rules
  }
}

extension StoreError {
  /// A price or a setting changed after a decision's market was read; nothing was decided.
  package static let termsChanged = StoreError.unavailable(
    reason: "its prices or settings have just changed: try again")
}

extension CatalogueVersion {
  /// Returns the market of all products of the version, even of those that are not for sale.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the settings' storefront is unknown.
  package func market(_ settings: StoreSettings) throws(StoreError) -> Market {
    MarketTerms(version: version, settings).market(
      of: catalogue.products, in: catalogue, try Storefronts.known(settings.storefront))
  }
}

extension MarketTerms {
  /// Returns the market of some products of a catalogue.
  func market(
    of products: [Catalogue.Product], in catalogue: Catalogue, _ storefront: StoreStorefront
  ) -> Market {
    var market = Market(
      products: catalogue.storeProducts(products, storefront: storefront, locale: locale),
      storefront: storefront, rules: rules)
    let notSold = catalogue.products.filter { market.products[$0.id] == nil }
    market.shareableNotSold = Set(notSold.filter(\.isFamilyShareable).map(\.id))
    return market
  }
}
