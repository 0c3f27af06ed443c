import StoreAPI

extension StoreEngine {
  /// Settles what is due in a customer's ledger, and then makes a decision about it.
  ///
  /// - Parameters:
  ///   - customer: The customer.
  ///   - needs: The entries that the decision needs, and the terms of the snapshot.
  ///   - catalogueSnapshot: The products for sale.
  ///   - checksClock: Whether the decision is refused while the machine's clock has jumped; `false`
  ///     for a question, which is always answered.
  ///   - body: Records the decision at the store's time, and returns its value.
  /// - Returns: The value.
  /// - Throws: The errors of `body`, ``StoreSettings/checkClock(wall:)`` and
  ///   ``LedgerTransacting/transact(_:needs:decide:)``.
  func decide<Value: Sendable>(
    about customer: CustomerNumber, needs: LedgerNeeds, in catalogueSnapshot: CatalogueSnapshot,
    checksClock: Bool = true,
    _ body: @escaping @Sendable (inout LedgerDraft, StoreSnapshot) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await transact(customer, needs: needs) { [self] ledger, settings throws(StoreError) in
      let wall = machineTime
      if checksClock { try settings.checkClock(wall: wall) }
      let snapshot = StoreSnapshot(settings, wall: wall)
      var draft = LedgerDraft(ledger)
      draft.settle(until: snapshot.now, in: catalogueSnapshot)
      let value = try body(&draft, snapshot)
      return Decision(draft, at: snapshot.now, value: value)
    }
  }
}
