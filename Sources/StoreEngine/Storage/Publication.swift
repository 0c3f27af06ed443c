package import StoreAPI
package import StoreOperatorAPI

/// A new version of the catalogue, its effect on subscribers, and the offer key of an imported file.
package struct Publication: Sendable {
  package var catalogue: Catalogue
  /// The products that the version sells.
  package var snapshot: CatalogueSnapshot
  /// The ``Catalogue/digest`` of the last imported file.
  package var fileDigest: String
  /// Added to the store's offer keys, even if the version is the same; `nil` adds none.
  package var offerKey: OfferKey?
  package var changes: [CatalogueChange]
  /// The products whose subscribers are affected: customers whose present or next plan is one of them.
  package var plans: Set<String>
  /// The products that become family shareable: their purchasers are affected too.
  package var shareable: Set<String>
  /// Returns the effect on an affected customer.
  ///
  /// Throws ``StoreAPI/StoreError/consentRequired(productID:requirement:)`` if the customer would have to agree; then nothing
  /// is published.
  package var effect: @Sendable (Ledger) throws(StoreError) -> PublicationEffect
}

/// The effect of another version of the catalogue on one customer.
package struct PublicationEffect: Hashable, Sendable {
  package var events: [LedgerEvent]
  /// The changes for the customer's family.
  package var familyChanges: [FamilyMessage.Change]
  /// The effect of the new prices on the customer's subscriptions.
  package var counts: PriceChangeCounts

  init(_ prices: PriceChangeEffect, _ sharing: FamilySharingEffect) {
    events = prices.events + sharing.events
    familyChanges = sharing.familyChanges
    counts = prices.counts
  }
}

/// The version of the catalogue after a publication, which changes nothing if it is the same.
package struct PublishedCatalogue: Hashable, Sendable {
  package var version: Int
  package var changes: [CatalogueChange]
  /// The effect of the new prices on subscribers.
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
