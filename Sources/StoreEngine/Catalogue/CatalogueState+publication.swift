import StoreAPI
import StoreOperatorAPI

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
    let storefront = try StorefrontList.known(settings.storefront)
    let catalogue = try edited(policy, in: storefront.currency, by: edit)
    let needsNoConsent = policy != .inform || file != nil
    let revision = revision(
      to: catalogue, policy, needsNoConsent ? nil : consent(in: storefront), storefront)
    try revision.check(from: current.catalogue, to: catalogue)
    let changes = current.catalogue.changes(to: catalogue, in: storefront.currency)
    let shareable = current.catalogue.newlyShareable(in: catalogue)
    return Publication(
      catalogue: catalogue, snapshot: revision.sold,
      fileDigest: file?.digest ?? current.fileDigest, offerKey: file?.offerKey, changes: changes,
      plans: Set(changes.filter { $0.previousPrice != nil }.map(\.productID)), shareable: shareable
    ) { ledger throws(StoreError) in
      PublicationEffect(try revision.effect(on: ledger), ledger.effect(ofFamilySharing: shareable))
    }
  }

  /// Returns the new version, with the dates of its price increases.
  private func edited(
    _ policy: PriceChangePolicy, in currency: String,
    by edit: (Catalogue, _ currency: String) throws(StoreError) -> Catalogue
  ) throws(StoreError) -> Catalogue {
    try edit(current.catalogue, currency)
      .keepingPriceIncreases(
        of: current.catalogue, at: policy == .preserve ? nil : settings.lastNow)
  }

  private func consent(in storefront: StoreStorefront) -> PriceIncreaseConsent {
    PriceIncreaseConsent(
      storefront: storefront, now: settings.lastNow, timeRate: settings.rules.timeRate)
  }

  private func revision(
    to catalogue: Catalogue, _ policy: PriceChangePolicy, _ consent: PriceIncreaseConsent?,
    _ storefront: StoreStorefront
  ) -> PriceRevision {
    let terms = CatalogueTerms(version: current.version, settings)
    return PriceRevision(
      policy: policy, consent: consent,
      old: terms.snapshot(of: current.catalogue.products, in: current.catalogue, storefront),
      new: terms.snapshot(of: catalogue.products, in: catalogue, storefront),
      sold: terms.snapshot(of: catalogue.products.filter(\.isForSale), in: catalogue, storefront))
  }
}

/// The prices before and after a publication, and what they mean for subscribers.
private struct PriceRevision {
  let policy: PriceChangePolicy
  /// Decides which increases need consent, if subscribers are only informed; otherwise `nil`.
  let consent: PriceIncreaseConsent?
  /// Of every product, even of those that are not for sale.
  let old: CatalogueSnapshot
  let new: CatalogueSnapshot
  /// The products for sale afterwards.
  let sold: CatalogueSnapshot

  /// Checks the increases between two versions of the catalogue.
  func check(from catalogue: Catalogue, to new: Catalogue) throws(StoreError) {
    if let consent { try catalogue.checkPriceIncreases(to: new, consent) }
  }

  /// Checks the increases for one customer, who may pay less than others, and returns their effect.
  func effect(on ledger: Ledger) throws(StoreError) -> PriceChangeEffect {
    if let consent { try ledger.checkPriceIncreases(from: old, to: new, consent) }
    return ledger.effect(ofPriceChangeFrom: old, to: new, selling: sold, policy: policy)
  }
}
