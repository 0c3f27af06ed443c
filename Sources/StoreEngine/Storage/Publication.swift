package import StoreAPI

/// A new version of the catalogue, its effect on subscribers, and the offer key of an imported file.
package struct Publication: Sendable {
  package var catalogue: Catalogue
  /// The ``Catalogue/digest`` of the last imported file.
  package var fileDigest: String
  /// Added to the store's offer keys, also if the version is the same; `nil` adds none.
  package var offerKey: OfferKey?
  package var changes: [CatalogueChange]
  /// The products whose subscribers are affected: customers whose present or next plan is one of them.
  package var plans: Set<String>
  /// Returns what it means for an affected customer.
  ///
  /// Throws ``StoreAPI/StoreFault/consentRequired(_:_:)`` if the customer would have to agree; then nothing
  /// is published.
  package var effect: @Sendable (Ledger) throws(StoreFault) -> PriceChangeEffect

  package init(
    _ catalogue: Catalogue, fileDigest: String, offerKey: OfferKey?, changes: [CatalogueChange],
    plans: Set<String>,
    effect: @escaping @Sendable (Ledger) throws(StoreFault) -> PriceChangeEffect
  ) {
    self.catalogue = catalogue
    self.fileDigest = fileDigest
    self.offerKey = offerKey
    self.changes = changes
    self.plans = plans
    self.effect = effect
  }
}

/// The version of the catalogue after a publication, which changes nothing if it is the same.
package struct PublishedCatalogue: Hashable, Sendable {
  package var version: Int
  package var changes: [CatalogueChange]
  /// What the new prices mean for subscribers.
  package var prices: PriceChangeCounts
  /// Their ``StoreSettings/lastNow`` is the time of the publication.
  package var settings: StoreSettings

  package init(
    version: Int, changes: [CatalogueChange], prices: PriceChangeCounts, settings: StoreSettings
  ) {
    self.version = version
    self.changes = changes
    self.prices = prices
    self.settings = settings
  }
}

/// The catalogue that a store sells and its settings, when it decides about another version.
package struct CatalogueState: Sendable {
  package var current: CatalogueVersion
  /// Their ``StoreSettings/lastNow`` is the time of the decision.
  package var settings: StoreSettings

  package init(current: CatalogueVersion, settings: StoreSettings) {
    self.current = current
    self.settings = settings
  }
}
