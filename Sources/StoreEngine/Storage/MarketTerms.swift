package import StoreAPI

/// What a market depends on: the version of the catalogue and the settings.
package struct MarketTerms: Hashable, Sendable {
  let version: Int
  let storefront: String
  let locale: String
  let pace: Pace
  let renewalLimit: Int?
  let gracePeriod: GracePeriod
  let renewalsFail: Bool

  package init(version: Int, _ settings: StoreSettings) {
    self.version = version
    storefront = settings.storefront
    locale = settings.locale
    pace = settings.pace
    renewalLimit = settings.renewalLimit
    gracePeriod = settings.gracePeriod
    renewalsFail = settings.renewalsFail
  }
}

extension StoreFault {
  /// A price or a setting changed after a decision's market was read; nothing was decided.
  package static let termsChanged = StoreFault.unavailable(
    "its prices or settings have just changed: try again")
}

extension MarketTerms {
  /// Returns the market of some products of a catalogue.
  func market(
    of products: [Catalogue.Product], in catalogue: Catalogue, _ storefront: StoreStorefront
  ) -> Market {
    Market(
      products: catalogue.storeProducts(products, storefront: storefront, locale: locale),
      storefront: storefront, pace: pace, renewalLimit: renewalLimit,
      gracePeriod: gracePeriod, renewalsFail: renewalsFail)
  }
}
