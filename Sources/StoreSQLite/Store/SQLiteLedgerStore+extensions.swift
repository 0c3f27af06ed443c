import AppStorePayloads
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: MassExtensionStore {
  package func addMassExtension(_ body: MassExtension.Body) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      let known = try db.massExtension(body.productID, body.requestIdentifier)
      if known == nil { try MassExtensionRow(MassExtension(body)).insert(db) }
    }
  }

  package func massExtension(
    of productID: String, requestIdentifier: String
  ) async throws(StoreError) -> MassExtension? {
    try await read { try $0.massExtension(productID, requestIdentifier) }
  }

  package func hasUnfinishedMassExtension() async throws(StoreError) -> Bool {
    try await read { try $0.unfinishedMassExtension() != nil }
  }

  package func continueMassExtension(
    limit: Int, _ settlement: SettlementContext,
    effect:
      @escaping @Sendable (MassExtension, Ledger, StoreSettings, CatalogueSnapshot) ->
      MassExtension.Effect
  ) async throws(StoreError) -> SettledChange<Bool> {
    try await write(for: .allCustomers) { db in
      try db.settle(settlement) { settings in
        guard let request = try db.unfinishedMassExtension() else { return false }
        let step = MassExtensionStep(
          db: db, settings: settings, snapshot: try db.snapshot(settings, settlement),
          effect: effect)
        try step.perform(request, limit: limit)
        return true
      }
    }
  }
}

/// One step of a mass extension, in one transaction.
private struct MassExtensionStep {
  let db: Database
  /// Their ``StoreEngine/StoreSettings/lastNow`` is the time of the step.
  let settings: StoreSettings
  let snapshot: CatalogueSnapshot
  let effect: (MassExtension, Ledger, StoreSettings, CatalogueSnapshot) -> MassExtension.Effect

  func perform(_ request: MassExtension, limit: Int) throws {
    var request = request
    let customers = try db.subscribers(of: request, limit: limit)
    for customer in customers { try extend(customer, &request) }
    if customers.count < limit { try complete(&request) }
    try MassExtensionRow(request).upsert(db)
    try StoreRow(settings).upsert(db)
  }

  private func extend(_ customer: CustomerNumber, _ request: inout MassExtension) throws {
    let ledger = try LedgerRows(db: db, customer: customer).load(LedgerNeeds())
    let effect = effect(request, ledger, settings, snapshot)
    if case .extended(let events) = effect {
      var draft = LedgerDraft(ledger)
      draft.record(events, at: settings.lastNow, in: snapshot)
      try db.write(Decision(draft, at: settings.lastNow, value: ()), for: customer, settings)
    }
    try add(settings.failureNotification(of: request, effect, on: customer))
    request.count(effect, on: customer)
  }

  private func complete(_ request: inout MassExtension) throws {
    request.complete(at: settings.lastNow)
    try add(settings.summaryNotification(of: request))
  }

  private func add(_ notification: OutgoingNotification?) throws {
    if let notification { try NotificationRow(notification).insert(db) }
  }
}

extension Database {
  /// A request by its product and its identifier, found by the unique index of both.
  fileprivate func massExtension(
    _ productID: String, _ requestIdentifier: String
  ) throws -> MassExtension? {
    try MassExtensionRow.fetchOne(
      cachedStatement(
        sql: "SELECT * FROM mass_extension WHERE product_id = ? AND request_identifier = ?"),
      arguments: [productID.argument, requestIdentifier.argument])?.value
  }

  /// The first request that is not complete.
  fileprivate func unfinishedMassExtension() throws -> MassExtension? {
    try MassExtensionRow.fetchOne(
      cachedStatement(sql: LedgerQuery.unfinishedMassExtension))?.value
  }

  /// The next customers with an active subscription to a request's product.
  fileprivate func subscribers(
    of request: MassExtension, limit: Int
  ) throws -> [CustomerNumber] {
    try CustomerNumber.fetchAll(
      cachedStatement(sql: LedgerQuery.subscribersAfter),
      [
        "plan": request.body.productID.argument,
        "customer": request.progress.lastCustomer?.rawValue ?? 0, "limit": limit,
      ])
  }

  /// The products for sale now.
  fileprivate func snapshot(
    _ settings: StoreSettings, _ settlement: SettlementContext
  ) throws -> CatalogueSnapshot {
    let version = try catalogueVersion(at: settings.lastNow)
    return try settlement.snapshot(CatalogueTerms(version: version, settings)) {
      try catalogue(version: version).catalogue
    }
  }
}

extension Database {
  /// The result of a developer's request for an extension, found by the primary key; `nil` if it was not
  /// granted.
  func grantedExtension(
    _ key: ExtensionRequest.Key, of customer: CustomerNumber
  ) throws -> GrantedExtension? {
    try GrantedExtensionRow.fetchOne(
      cachedStatement(
        sql: """
          SELECT * FROM granted_extension
          WHERE customer = ? AND original_id = ? AND request_identifier = ?
          """),
      arguments: [customer.rawValue, key.originalID.column, key.requestIdentifier.argument]
    )?.value
  }
}
