package import StoreAPI

/// The values on which a snapshot depends: the version of the catalogue and the settings.
package struct CatalogueTerms: Hashable, Sendable {
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
  /// A price or a setting changed after a decision's snapshot was read; nothing was decided.
  package static let termsChanged = StoreError.unavailable(
    reason: "its prices or settings have just changed: try again")
}

extension CatalogueVersion {
  /// Returns the snapshot of all products of the version, including those that are not for sale.
  ///
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if the settings' storefront is unknown.
  package func snapshot(_ settings: StoreSettings) throws(StoreError) -> CatalogueSnapshot {
    CatalogueTerms(version: version, settings).snapshot(
      of: catalogue.products, in: catalogue, try StorefrontList.known(settings.storefront))
  }
}

extension CatalogueTerms {
  /// Returns the snapshot of some products of a catalogue.
  func snapshot(
    of products: [Catalogue.Product], in catalogue: Catalogue, _ storefront: StoreStorefront
  ) -> CatalogueSnapshot {
    var snapshot = CatalogueSnapshot(
      products: catalogue.storeProducts(products, storefront: storefront, locale: locale),
      storefront: storefront, rules: rules)
    let notSold = catalogue.products.filter { snapshot.products[$0.id] == nil }
    snapshot.shareableNotSold = Set(notSold.filter(\.isFamilyShareable).map(\.id))
    return snapshot
  }
}
