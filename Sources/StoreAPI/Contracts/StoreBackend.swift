/// What one signed-in device asks a store.
///
/// Every method throws ``StoreFault/unavailable(_:)`` when the store cannot be reached and
/// ``StoreFault/unauthorized`` when the device has been removed. Cancelling a call that sent an
/// order does not take the order back.
package protocol StoreBackend: Sendable {
  /// The country whose prices are answered.
  func storefront() async throws(StoreFault) -> Answer<StoreStorefront>

  /// The products with these IDs that are for sale, in no order; unknown IDs are left out.
  func products(_ ids: [String]) async throws(StoreFault) -> Answer<[StoreProduct]>

  /// What an order for this would do and cost now, and in which storefront.
  ///
  /// - Throws: ``StoreFault/unknownProduct(_:)`` and ``StoreFault/invalidQuantity(_:allowed:)``.
  func quote(_ productID: String, quantity: Int) async throws(StoreFault) -> Answer<Quote>

  /// Sells, once for each order key; the same order again gives the same result.
  ///
  /// - Throws: ``StoreFault/unknownProduct(_:)``, ``StoreFault/invalidQuantity(_:allowed:)``,
  ///   ``StoreFault/quoteChanged(_:)`` when it would charge something else than the quote that came
  ///   with it, ``StoreFault/orderKeyReused(_:)`` when another order had this key, and
  ///   ``StoreFault/orderKeyClosed(_:)`` after ``settle(_:)`` closed it. A refusal is about this
  ///   copy of the order: the key stays free until ``settle(_:)`` closes it.
  func purchase(_ order: Order) async throws(StoreFault) -> Answer<OrderResult>

  /// What became of an order whose answer was lost; `nil` if it never arrived, and never will:
  /// its key is then closed for good.
  func settle(_ key: OrderKey) async throws(StoreFault) -> Answer<OrderResult?>

  /// All that entitlements and deliveries are computed from.
  func holdings() async throws(StoreFault) -> Answer<Holdings>

  /// The customer's transactions as compact JWS, newest first; `productID` narrows to one product.
  ///
  /// Finished consumables are included only on request, except revoked ones, which always are.
  func transactions(
    of productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> Answer<[String]>

  /// Marks a transaction as delivered, for all devices of the customer. Doing it again is harmless.
  ///
  /// - Throws: ``StoreFault/unknownTransaction(_:)``.
  /// - Returns: Whether it had not been marked before.
  func finish(_ id: TransactionID) async throws(StoreFault) -> Answer<Bool>

  /// The customer's download of the app, as compact JWS.
  func appTransaction() async throws(StoreFault) -> Answer<String>

  /// Everything after `sequence` that another instance or the store did, as it happens.
  ///
  /// The first element comes at once, and says the store's time if nothing else has happened; each
  /// later change of the clock is said after everything that it led to. Sequences grow strictly, but
  /// for changes of time, which repeat the last.
  ///
  /// It ends only by cancellation, or by throwing: a ``StoreFault``, as soon as the connection breaks
  /// too, and ``SilentStream``. Whoever follows the updates opens it again where it ended.
  func updates(after sequence: Int64) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error>
}
