package import StoreAPI

/// Stores the requests to extend all active subscribers.
package protocol MassExtensionStore: Sendable {
  /// Stores a request unless there is one for its product with its identifier.
  func addMassExtension(_ body: MassExtension.Body) async throws(StoreError)

  /// Returns the request for a product with this identifier; `nil` if there is none in this epoch.
  func massExtension(
    of productID: String, requestIdentifier: String
  ) async throws(StoreError) -> MassExtension?

  /// Returns whether a request is not complete.
  func hasUnfinishedMassExtension() async throws(StoreError) -> Bool

  /// Settles everything that is due, and performs a step of the first request that is not complete, all in
  /// one transaction; see ``SettledChange``.
  ///
  /// The step extends at most `limit` subscribers. An index finds them after the last one of the
  /// previous step, so the cost of a step does not depend on the number of subscribers. The request
  /// is complete if fewer than `limit` are left. If the store sends notifications, those of the step
  /// are written with it; see ``StoreSettings/failureNotification(of:_:on:)`` and
  /// ``StoreSettings/summaryNotification(of:)``.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of subscribers.
  ///   - settlement: The values that storage needs to settle.
  ///   - effect: Returns the effect of the request on a customer's ledger.
  /// - Returns: Whether a request was not complete before the step.
  /// - Throws: The error that every method throws; in this case nothing has changed.
  func continueMassExtension(
    limit: Int, _ settlement: SettlementContext,
    effect:
      @escaping @Sendable (MassExtension, Ledger, StoreSettings, CatalogueSnapshot) ->
      MassExtension.Effect
  ) async throws(StoreError) -> SettledChange<Bool>
}
