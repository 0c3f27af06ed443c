package import AppStorePayloads
package import Foundation
package import StoreAPI

/// The only methods that change ledgers.
package protocol LedgerTransacting: Sendable {
  /// Loads a customer's ledger, calls `decide` with it, and writes the decision's events and their
  /// effects, all in one transaction.
  ///
  /// The cost does not grow with the customer's history.
  ///
  /// - Returns: The decision's value.
  /// - Throws: The error that `decide` throws; then nothing is written.
  ///   ``StoreAPI/StoreError/unauthorized`` if there is no such customer, because a reset has given
  ///   the account another number, or if the device that the decision needs was removed.
  ///   ``StoreAPI/StoreError/unavailable(reason:)`` if the terms of the decision's snapshot are no
  ///   longer those of the store.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value

  /// Settles at most `limit` subscriptions that are due until `date`, oldest first for all customers,
  /// in one transaction.
  ///
  /// Each is settled at its due date, with the settings and with the version of the catalogue that was
  /// sold then. If the store's clock shows an earlier time than the last due date when the machine's
  /// shows `settlement.wall`, it moves there. The cost does not grow with the customers' histories.
  ///
  /// - Returns: The progress of the settlement.
  func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress

  /// Settles everything that is due, calls `decide` with the present catalogue, and writes the
  /// version that it returns, its offer key and its effect on each affected customer, all in one
  /// transaction; see ``SettledChange``.
  ///
  /// The version is valid from the time that the store's clock shows when the machine's shows
  /// `settlement.wall`, and everything that is due by then is settled first. The customers are
  /// found by index; the cost grows only with their number.
  ///
  /// - Returns: The published version, or the present one if it is the same.
  /// - Throws: The error that `decide` throws; then nothing is written.
  func publish(
    _ settlement: SettlementContext,
    decide: @escaping @Sendable (CatalogueState) throws(StoreError) -> Publication
  ) async throws(StoreError) -> SettledChange<PublishedCatalogue>
}

/// The values that storage needs to settle due subscriptions inside a transaction.
package struct SettlementContext: Sendable {
  /// The time of the machine's clock.
  package var wall: MachineTime
  /// Returns the snapshot for these terms; it may call `catalogue` to read the catalogue of their
  /// version.
  package var snapshot:
    @Sendable (CatalogueTerms, _ catalogue: () throws -> Catalogue) throws -> CatalogueSnapshot

  package init(
    wall: MachineTime,
    snapshot:
      @escaping @Sendable (CatalogueTerms, _ catalogue: () throws -> Catalogue) throws ->
      CatalogueSnapshot
  ) {
    self.wall = wall
    self.snapshot = snapshot
  }
}

/// The entries that a decision needs in addition to the current ones.
package struct LedgerNeeds: Hashable, Sendable {
  /// The device that must be signed in; `nil` if the request is not a device's.
  package var device: Int64?
  package var order: OrderKey?
  package var transactions: [TransactionID]
  /// The nonce of a signed offer, which the ledger has only if it was used.
  package var nonce: OfferNonce?
  /// An offer code, whose use the ledger has.
  package var offerCode: String?
  /// A developer's request for an extension.
  ///
  /// The ledger has it only if it was granted.
  package var extensionRequest: ExtensionRequest.Key?
  /// The terms of the snapshot by which the decision is made; `nil` if it needs none.
  package var terms: CatalogueTerms?

  package init(
    device: Int64? = nil, order: OrderKey? = nil, transactions: [TransactionID] = [],
    nonce: OfferNonce? = nil, offerCode: String? = nil,
    extensionRequest: ExtensionRequest.Key? = nil, terms: CatalogueTerms? = nil
  ) {
    self.extensionRequest = extensionRequest
    self.terms = terms
    self.device = device
    self.order = order
    self.transactions = transactions
    self.nonce = nonce
    self.offerCode = offerCode
  }
}

/// The result of a rule: events, the time, and a value for the caller.
package struct Decision<Value: Sendable>: Sendable {
  package var draft: LedgerDraft
  /// The time of the decision; if it changes something, the store's time is never earlier again.
  package var now: Date
  /// The clock afterwards; `nil` if it does not change.
  package var clock: StoreClock?
  package var value: Value

  package init(_ draft: LedgerDraft, at now: Date, clock: StoreClock? = nil, value: Value) {
    self.draft = draft
    self.now = now
    self.clock = clock
    self.value = value
  }
}
