import StoreAPI

extension CatalogueState {
  /// Returns the publication of a new version.
  ///
  /// A new price of a plan is a price change for its subscribers, even while the plan is not for
  /// sale. It is enough to inform them if the increase needs no consent, or if the price is that of
  /// an imported file.
  ///
  /// - Parameters:
  ///   - policy: What a new price means for subscribers.
  ///   - file: The imported file, whose digest and offer key are kept; `nil` if none is imported.
  ///   - edit: Returns the new version of a catalogue whose prices are in a currency.
  /// - Returns: The publication, whose effect is the rule for each subscriber.
  /// - Throws: What `edit` throws, ``StoreAPI/StoreError/consentRequired(productID:requirement:)``, and
  ///   ``StoreAPI/StoreError/unavailable(reason:)`` if the store's storefront is unknown.
  func publication(
    _ policy: PriceChangePolicy, importing file: Catalogue?,
    of edit: (Catalogue, _ currency: String) throws(StoreError) -> Catalogue
  ) throws(StoreError) -> Publication {
    let storefront = try Storefronts.known(settings.storefront)
    let consent =
      policy == .inform && file == nil
      ? PriceIncreaseConsent(
        storefront: storefront, now: settings.lastNow, pace: settings.rules.pace) : nil
    let catalogue = try edit(current.catalogue, storefront.currency)
      .keepingPriceIncreases(
        of: current.catalogue, at: policy == .preserve ? nil : settings.lastNow)
    if let consent { try current.catalogue.checkPriceIncreases(to: catalogue, consent) }
    let changes = current.catalogue.changes(to: catalogue, in: storefront.currency)
    let shareable = current.catalogue.newlyShareable(in: catalogue)
    let terms = MarketTerms(version: current.version, settings)
    let old = terms.market(of: current.catalogue.products, in: current.catalogue, storefront)
    let new = terms.market(of: catalogue.products, in: catalogue, storefront)
    let sold = terms.market(of: catalogue.products.filter(\.isForSale), in: catalogue, storefront)
    return Publication(
      catalogue, fileDigest: file?.digest ?? current.fileDigest, offerKey: file?.offerKey,
      changes: changes,
      plans: Set(changes.filter { $0.previousPrice != nil }.map(\.productID)), shareable: shareable
    ) { ledger throws(StoreError) in
      if let consent { try ledger.checkPriceIncreases(from: old, to: new, consent) }
      return PublicationEffect(
        ledger.effect(ofPriceChangeFrom: old, to: new, selling: sold, policy: policy),
        ledger.effect(ofFamilySharing: shareable))
    }
  }
}
