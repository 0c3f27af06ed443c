extension Product {
  /// The products with these IDs that are for sale now, in the order in which they were asked for.
  ///
  /// An ID counts once; an ID that is not for sale is left out, and a diagnostic on standard error
  /// names it. Apple documents no order.
  ///
  /// - Throws: ``StoreKitError`` and nothing else: `networkError` when the store cannot be reached.
  public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
  where Identifiers: Collection, Identifiers.Element == String {
    try await StoreSession.connected().products(Array(identifiers))
  }

  /// The customer's latest transaction of this product; `nil` if there is none.
  ///
  /// As ``Transaction/latest(for:)``.
  public var latestTransaction: VerificationResult<Transaction>? {
    get async { await session.latestTransaction(of: id) }
  }

  /// The transaction that entitles the customer to this product; `nil` if nothing does, and
  /// always for a consumable.
  public var currentEntitlement: VerificationResult<Transaction>? {
    get async {
      await session.currentEntitlements().first { $0.unsafePayloadValue.productID == id }
    }
  }

  /// Asks the customer to confirm the purchase, and the store to sell.
  ///
  /// The sheet belongs to the system and needs no window, so Apple's `purchase(confirmIn:options:)`
  /// is not here. A diagnostic on standard error says so, once, when nothing listens to
  /// ``Transaction/updates``.
  ///
  /// - Parameter options: How many, for which account of the app's; see ``PurchaseOption``.
  /// - Returns: `userCancelled` when the customer declined; `pending` when something else must
  ///   happen first: the transaction then comes through ``Transaction/updates``. For a product
  ///   that the customer owns, and for a change of plan that waits for the next renewal, `success`
  ///   carries the transaction that they have already.
  /// - Throws: ``PurchaseError`` when the store does not sell this; ``StoreKitError`` otherwise.
  ///   After a `networkError` the purchase may have been made: if so, its transaction comes
  ///   through ``Transaction/updates`` later.
  @MainActor
  public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
    try await session.purchase(self, options: options).result
  }
}
