import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func publish(
    _ settlement: SettlementContext,
    decide: @escaping @Sendable (CatalogueState) throws(StoreError) -> Publication
  ) async throws(StoreError) -> SettledChange<PublishedCatalogue> {
    try await write(for: .allCustomers) { db in
      try db.settle(settlement) { settings in
        let state = CatalogueState(current: try db.currentCatalogue(), settings: settings)
        return try db.publish(try decide(state), after: state)
      }
    }
  }
}

extension Database {
  func currentCatalogue() throws -> CatalogueVersion {
    try CatalogueRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM catalogue ORDER BY version DESC LIMIT 1")
    ).required("version", of: CatalogueRow.self).value
  }

  fileprivate func publish(
    _ publication: Publication, after state: CatalogueState
  ) throws -> PublishedCatalogue {
    var version = state.current
    version.catalogue = publication.catalogue
    version.fileDigest = publication.fileDigest
    var prices = PriceChangeCounts()
    if let key = publication.offerKey { try add(key, at: state.settings.lastNow) }
    if version != state.current {
      version.version += 1
      version.validFrom = state.settings.lastNow
      try CatalogueRow(version).insert(self)
      try StoreRow(state.settings).upsert(self)
      prices = try write(publication, state.settings)
    }
    return PublishedCatalogue(
      version: version.version, changes: publication.changes, prices: prices,
      settings: state.settings)
  }

  /// Writes the effect on each affected customer, and returns the sum of the effects.
  private func write(
    _ publication: Publication, _ settings: StoreSettings
  ) throws -> PriceChangeCounts {
    try customers(affectedBy: publication).reduce(into: PriceChangeCounts()) { counts, customer in
      var draft = LedgerDraft(try LedgerRows(db: self, customer: customer).load(LedgerNeeds()))
      let effect = try publication.effect(draft.ledger)
      draft.record(effect.events, at: settings.lastNow, in: publication.snapshot)
      draft.notifyFamily(effect.familyChanges, at: settings.lastNow)
      try write(Decision(draft, at: settings.lastNow, value: ()), for: customer, settings)
      counts += effect.counts
    }
  }

  /// The affected customers, in the order of their numbers.
  private func customers(affectedBy publication: Publication) throws -> [CustomerNumber] {
    let subscribers = try customers(LedgerQuery.subscribers, to: publication.plans)
    let sharers = try customers(LedgerQuery.sharers, to: publication.shareable)
    return Set(subscribers + sharers).sorted { $0.rawValue < $1.rawValue }
  }

  private func customers(_ query: String, to products: Set<String>) throws -> [CustomerNumber] {
    guard !products.isEmpty else { return [] }
    return try CustomerNumber.fetchAll(
      cachedStatement(sql: query), ["plans": try JSONText.encode(products.sorted())])
  }
}
