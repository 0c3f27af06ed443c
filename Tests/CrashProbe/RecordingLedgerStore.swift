import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport

/// A ledger store that takes one call at a time and records every write as an effect.
struct RecordingLedgerStore: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore
  let writes: WriteNotifier
  let effects: EffectRecorder

  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    writes.notify(listener, ofChangesTo: customer)
  }

  /// Records two effects: the decision, inside the transaction, and the transaction.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value {
    try await write("storage transact") { [effects] () throws(StoreError) in
      try await ledgers.transact(customer, needs: needs) {
        ledger, settings throws(StoreError) in
        let occurrence = effects.begin("storage decide")
        let decision = try decide(ledger, settings)
        effects.end("storage decide", occurrence)
        return decision
      }
    }
  }

  /// Records each settlement inside the transaction, and the transaction.
  ///
  /// A batch has at most two settlements, so that a run has many batches.
  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    try await write("storage settle") { () throws(StoreError) in
      try await ledgers.settle(until: date, limit: min(limit, 2), recorded(settlement))
    }
  }

  /// Records the decision and each subscriber's effect, inside the transaction, and the transaction.
  func publish(
    _ settlement: SettlementContext,
    decide: @escaping @Sendable (CatalogueState) throws(StoreError) -> Publication
  ) async throws(StoreError) -> SettledChange<PublishedCatalogue> {
    try await write("storage publish") { [effects] () throws(StoreError) in
      try await ledgers.publish(recorded(settlement)) { state throws(StoreError) in
        let occurrence = effects.begin("storage decide")
        var publication = try decide(state)
        effects.end("storage decide", occurrence)
        let effect = publication.effect
        publication.effect = { ledger throws(StoreError) in
          let occurrence = effects.begin("storage subscriber")
          defer { effects.end("storage subscriber", occurrence) }
          return try effect(ledger)
        }
        return publication
      }
    }
  }

  func changeFamily(
    _ family: FamilyReference, joining: String?, _ settlement: SettlementContext,
    decide: @escaping @Sendable (FamilyChange) throws(StoreError) -> FamilyDecision
  ) async throws(StoreError) -> SettledChange<Date> {
    try await write("storage family") { () throws(StoreError) in
      try await ledgers.changeFamily(
        family, joining: joining, recorded(settlement), decide: decide)
    }
  }

  func addMassExtension(_ body: MassExtension.Body) async throws(StoreError) {
    try await write("storage mass extension") { () throws(StoreError) in
      try await ledgers.addMassExtension(body)
    }
  }

  /// Records each subscriber's effect, inside the transaction, and the transaction.
  ///
  /// A step has at most two subscribers, so that a run has several steps.
  func continueMassExtension(
    limit: Int, _ settlement: SettlementContext,
    effect:
      @escaping @Sendable (MassExtension, Ledger, StoreSettings, CatalogueSnapshot) ->
      MassExtension.Effect
  ) async throws(StoreError) -> SettledChange<Bool> {
    try await write("storage extend") { [effects] () throws(StoreError) in
      try await ledgers.continueMassExtension(
        limit: min(limit, 2), recorded(settlement)
      ) { request, ledger, settings, snapshot in
        let occurrence = effects.begin("storage subscriber")
        defer { effects.end("storage subscriber", occurrence) }
        return effect(request, ledger, settings, snapshot)
      }
    }
  }

  /// Records each signature, inside the transaction, and the transaction if it has taken a notification.
  func claimNotifications(
    _ claim: NotificationClaim
  ) async throws(StoreError) -> ClaimedNotifications {
    let recorded = recorded(claim)
    let claimed = try await forward(await ledgers.claimNotifications(recorded))
    guard !claimed.notifications.isEmpty else { return claimed }
    effects.end("storage claim", effects.begin("storage claim"))
    return claimed
  }

  func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) async throws(StoreError) {
    try await write("storage record") { () throws(StoreError) in
      try await ledgers.record(attempt, of: claimed, nextAttemptDate: nextAttemptDate)
    }
  }

  func addOfferKey(_ key: OfferKey, at now: Date) async throws(StoreError) {
    try await write("storage offer key") { () throws(StoreError) in
      try await ledgers.addOfferKey(key, at: now)
    }
  }

  func addAPIKey(_ key: APIKey) async throws(StoreError) {
    try await write("storage API key") { () throws(StoreError) in
      try await ledgers.addAPIKey(key)
    }
  }

  func revokeAPIKey(_ id: String, at now: Date) async throws(StoreError) -> APIKey? {
    try await write("storage API key") { () throws(StoreError) in
      try await ledgers.revokeAPIKey(id, at: now)
    }
  }

  func addOfferCodes(_ codes: [StoredOfferCode], at now: Date) async throws(StoreError) {
    try await write("storage offer codes") { () throws(StoreError) in
      try await ledgers.addOfferCodes(codes, at: now)
    }
  }

  func changeSettings(
    _ settlement: SettlementContext, _ change: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    try await write("storage settings") { () throws(StoreError) in
      try await ledgers.changeSettings(recorded(settlement), change)
    }
  }

  func setClock(
    reaching target: Date, frozen: Bool?, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    try await write("storage clock") { () throws(StoreError) in
      try await ledgers.setClock(reaching: target, frozen: frozen, recorded(settlement))
    }
  }

  private func recorded(_ settlement: SettlementContext) -> SettlementContext {
    SettlementContext(wall: settlement.wall) { [effects] terms, catalogue in
      let occurrence = effects.begin("storage settlement")
      let snapshot = try settlement.snapshot(terms, catalogue)
      effects.end("storage settlement", occurrence)
      return snapshot
    }
  }

  private func recorded(_ claim: NotificationClaim) -> NotificationClaim {
    var recorded = claim
    recorded.sign = { [effects] notification, customer, settings throws(StoreError) in
      let occurrence = effects.begin("storage sign")
      defer { effects.end("storage sign", occurrence) }
      return try claim.sign(notification, customer, settings)
    }
    return recorded
  }

  private func write<Value: Sendable>(
    _ name: String, _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    let value = try await effects.call(name) { () throws(StoreError) in
      try await forward(await body())
    }
    writes.didWrite()
    return value
  }

  func forward<Value: Sendable>(
    _ call: @autoclosure () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await SerialTaskExecutor.shared.callOutside(call)
  }
}
