import StoreAPI

extension Product {
  /// Returns the products with these IDs that are for sale, in the order of the IDs.
  ///
  /// Each product is returned once. An unknown ID is left out, and a diagnostic on standard error
  /// names it. Apple does not document an order.
  ///
  /// - Throws: Only ``StoreKitError``: `networkError` if the store cannot be reached.
  public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
  where Identifiers: Collection, Identifiers.Element == String {
    let session = try await StoreSession.connected()
    let products = try await session.products(Array(identifiers))
    try session.throwSimulatedError(of: .loadProducts)
    return products
  }

  /// The customer's latest transaction of this product; `nil` if there is none.
  ///
  /// See ``Transaction/latest(for:)``.
  public var latestTransaction: VerificationResult<Transaction>? {
    get async { await session.latestTransaction(of: id) }
  }

  /// A transaction that entitles the customer to this product; `nil` if there is none.
  ///
  /// It is always `nil` for a consumable.
  public var currentEntitlement: VerificationResult<Transaction>? {
    get async {
      await session.snapshot().entitlements.first { $0.unsafePayloadValue.productID == id }
    }
  }

  /// Yields the transactions that entitle the customer to this product; finite.
  ///
  /// There are several if family members share the product with a customer who has bought it too, or
  /// if several share it. It yields none for a consumable.
  public var currentEntitlements: Transaction.Transactions {
    Transaction.Transactions(of: session) { [id] session in
      await session.snapshot().entitlements.filter { $0.unsafePayloadValue.productID == id }
    }
  }

  /// Asks the customer to confirm the purchase, and buys the product.
  ///
  /// If nothing iterates over ``Transaction/updates``, one diagnostic on standard error says so.
  ///
  /// - Parameter options: The quantity and the app's account, for example; see ``PurchaseOption``.
  /// - Returns: `success` with the transaction; `userCancelled` if the customer declined; `pending`
  ///   if the purchase needs an action first: ``Transaction/updates`` then yields its transaction.
  ///   If the customer owns the product, or the plan changes at the next renewal, `success` has the
  ///   transaction that the customer has already.
  /// - Throws: ``PurchaseError`` if the store does not sell this; ``StoreKitError`` otherwise.
  ///   After a `networkError` the purchase may have been made; if so, ``Transaction/updates``
  ///   yields its transaction later.
  @MainActor
  public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
    try await session.purchase(self, options: options).result
  }

  /// Asks the customer to confirm the purchase, and buys the product.
  ///
  /// - Parameters:
  ///   - scene: Any value: the system shows the sheet and needs no window.
  ///   - options: As in ``purchase(options:)``.
  /// - Returns: As ``purchase(options:)`` does.
  /// - Throws: As ``purchase(options:)`` does.
  @MainActor
  public func purchase(
    confirmIn scene: Any, options: Set<PurchaseOption> = []
  ) async throws -> PurchaseResult {
    try await purchase(options: options)
  }
}
