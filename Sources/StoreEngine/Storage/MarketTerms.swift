package import StoreAPI

/// What a market depends on: the version of the catalogue and the settings.
package struct MarketTerms: Hashable, Sendable {
  let version: Int
  let storefront: String
  let locale: String
  let pace: Pace
  let renewalLimit: Int?
  let gracePeriod: GracePeriod
  let gracePeriodRenewalType: GracePeriodRenewalType
  let renewalsFail: Bool
  let askToBuy: Bool
  let interruptedPurchases: Bool
  let refundsAtOnce: Bool

  package init(version: Int, _ settings: StoreSettings) {
    self.version = version
    storefront = settings.storefront
    locale = settings.locale
    pace = settings.pace
    renewalLimit = settings.renewalLimit
    gracePeriod = settings.gracePeriod
    gracePeriodRenewalType = settings.gracePeriodRenewalType
    renewalsFail = settings.renewalsFail
    askToBuy = settings.askToBuy
    interruptedPurchases = settings.interruptedPurchases
    refundsAtOnce = settings.refundsAtOnce
  }
}

extension StoreFault {
  /// A price or a setting changed after a decision's market was read; nothing was decided.
  package static let termsChanged = StoreFault.unavailable(
    "its prices or settings have just changed: try again")
}

extension CatalogueVersion {
  /// Returns the market of everything that the version lists, also of what is not for sale.
  ///
  /// - Throws: ``StoreAPI/StoreFault/unavailable(_:)`` if the settings' storefront is unknown.
  package func market(_ settings: StoreSettings) throws(StoreFault) -> Market {
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
      storefront: storefront, pace: pace, renewalLimit: renewalLimit,
      gracePeriod: gracePeriod, gracePeriodRenewalType: gracePeriodRenewalType,
      renewalsFail: renewalsFail, askToBuy: askToBuy,
      interruptedPurchases: interruptedPurchases, refundsAtOnce: refundsAtOnce)
    let notSold = catalogue.products.filter { market.products[$0.id] == nil }
    market.shareableNotSold = Set(notSold.filter(\.isFamilyShareable).map(\.id))
    return market
  }
}
