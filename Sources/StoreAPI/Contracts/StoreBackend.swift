package import AppStorePayloads
package import Foundation

/// The requests of one registered device to its store.
///
/// Every method throws ``StoreError/unavailable(reason:)`` if the store cannot be reached, and
/// ``StoreError/unauthorized`` if the device was removed. Cancelling a call that sent an order does
/// not cancel the order.
package protocol StoreBackend: Sendable {
  /// Returns the store's storefront.
  func storefront() async throws(StoreError) -> Answer<StoreStorefront>

  /// Returns the IDs of all products that are for sale, in the order of the catalogue.
  func productIDs() async throws(StoreError) -> Answer<[String]>

  /// Returns the products with these IDs that are for sale, in any order, without unknown IDs.
  func products(_ ids: [String]) async throws(StoreError) -> Answer<[StoreProduct]>

  /// Returns the effect and the price that an order would have now, and the storefront; `offer` is
  /// the offer that the order would name.
  ///
  /// - Throws: ``StoreError/unknownProduct(productID:)``,
  ///   ``StoreError/invalidQuantity(_:allowed:)``, ``StoreError/unknownOffer(offerID:)`` if the
  ///   product has no such offer, ``StoreError/ineligibleForOffer(offerID:reason:begins:)`` if the
  ///   customer cannot have it now, ``StoreError/invalidOfferPrice(offerID:)`` if it costs no less
  ///   than the product, ``StoreError/invalidOfferSignature(reason:)``,
  ///   ``StoreError/missingOfferParameter(name:)``, ``StoreError/unknownOfferCode(name:)``,
  ///   ``StoreError/offerCodeExpired(name:date:)`` and ``StoreError/offerCodeRedeemed(name:)``.
  func quote(
    _ productID: String, quantity: Int, offer: OrderOffer?
  ) async throws(StoreError) -> Answer<Quote>

  /// Returns the ID of the product that a code redeems, in capital letters.
  ///
  /// - Throws: ``StoreError/unknownOfferCode(name:)``.
  func offerCode(_ code: String) async throws(StoreError) -> Answer<String>

  /// Buys a product.
  ///
  /// An order with the same key is charged once; sending it again returns the same result, with what the
  /// customer has bought by then. After an error the key can still be used, until ``settle(_:)`` closes
  /// it.
  ///
  /// - Throws: The errors of ``quote(_:quantity:offer:)``, ``StoreError/quoteChanged(quote:)`` if the
  ///   terms differ from the order's quote, ``StoreError/orderKeyReused(key:)`` if another order has
  ///   this key, and ``StoreError/orderKeyClosed(key:)`` if ``settle(_:)`` has closed it.
  func purchase(_ order: Order) async throws(StoreError) -> Answer<OrderResult>

  /// Returns the result of an order whose answer was lost.
  ///
  /// If the order has not arrived, its key is closed, so that it cannot succeed later, and the
  /// result is `nil`.
  func settle(_ key: OrderKey) async throws(StoreError) -> Answer<OrderResult?>

  /// Returns what the customer holds; its size does not grow with the customer's history.
  func purchases() async throws(StoreError) -> Answer<CustomerPurchases>

  /// Returns the unfinished transactions that may be delivered on this device and whose IDs are
  /// greater than `id`, oldest first.
  ///
  /// - Parameters:
  ///   - id: The ID after which the page begins; `nil` for the first page.
  ///   - limit: The most transactions of the page, from 1 to ``UnfinishedPage/limit``.
  /// - Returns: The page.
  /// - Throws: The errors of every method.
  func unfinished(
    after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> Answer<UnfinishedPage>

  /// Returns a page of the customer's transactions, of all products or of one, newest first.
  ///
  /// Finished consumables are included only on request, unless they were revoked. The cost of a page
  /// does not grow with the history.
  ///
  /// - Throws: ``StoreError/invalidRequestRevision(revision:)`` if no page begins at the request's revision,
  ///   for example after a reset.
  func transactions(_ request: TransactionsRequest) async throws(StoreError) -> Answer<HistoryPage>

  /// Returns a transaction of the customer, even one of a finished consumable.
  ///
  /// - Returns: The transaction as compact JWS; `nil` if the customer has none with this ID.
  /// - Throws: The errors of every method.
  func transaction(_ id: TransactionID) async throws(StoreError) -> Answer<String?>

  /// Marks transactions as delivered, all at once and for all devices of the customer; may be
  /// repeated.
  ///
  /// Unknown IDs are ignored; the others are still finished.
  ///
  /// - Parameter ids: At most ``FinishResult/limit``, in any order.
  /// - Returns: The transactions that were unfinished before, and the unknown IDs.
  /// - Throws: The errors of every method.
  func finish(_ ids: [TransactionID]) async throws(StoreError) -> Answer<FinishResult>

  /// Shows the store a transaction that it has signed, which may prove that the store went back.
  ///
  /// It proves this if the store, as far as it knows, cannot have given the transaction: then an
  /// earlier copy of the store's files has replaced them. The store then begins a new epoch with
  /// transaction numbers of its own, so that no ID is given twice. A device shows its newest
  /// transaction before it orders.
  ///
  /// - Parameter signedTransaction: The transaction as compact JWS. One that the store has not
  ///   signed proves nothing.
  /// - Returns: Whether it proves that the store went back; the time of the answer then has the new
  ///   epoch.
  /// - Throws: The errors of every method.
  func detectRollback(_ signedTransaction: String) async throws(StoreError) -> Answer<Bool>

  /// Performs a command about the customer's subscriptions or payment.
  ///
  /// All devices and instances receive the changes as updates, also this one. A command may be sent
  /// again if its answer was lost; then the answer does not say what the first copy changed.
  ///
  /// - Throws: The command's errors; then nothing happens.
  /// - Returns: Whether something changed.
  func perform(_ command: CustomerCommand) async throws(StoreError) -> Answer<Bool>

  /// Returns the customer's download of the app, as compact JWS.
  func appTransaction() async throws(StoreError) -> Answer<String>

  /// Returns the app receipt of this device, which `SignedReceipt` reads.
  ///
  /// It has the customer's transactions without finished consumables: the newest 1 000, and the latest
  /// one of each product. A consumable that is not finished is only in the receipt of the device that
  /// delivers it.
  func receipt() async throws(StoreError) -> Answer<Data>

  /// Yields the changes after `sequence` that other instances and the store make, as they happen.
  ///
  /// The first element is yielded at once; it is the store's time if there is no other change. A
  /// change of the clock is yielded after everything that it caused. Sequences grow strictly,
  /// except that the store's time has the sequence of the last change, also of one that was not
  /// yielded. Several changes of one subscription may be one update.
  ///
  /// Of the changes up to `known`, only refunds, reversed refunds and upgrades are yielded.
  ///
  /// The stream ends if the task is cancelled. It throws a ``StoreError``, even if the connection
  /// breaks, or ``HeartbeatTimeout``. The client then opens it again after the last sequence.
  func updates(
    after sequence: Int64, known: Int64?
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error>
}

extension StoreBackend {
  /// As ``updates(after:known:)`` for a device that knows nothing of what it has not followed.
  package func updates(
    after sequence: Int64
  ) -> AsyncThrowingStream<Answer<StoreUpdate>, any Error> {
    updates(after: sequence, known: nil)
  }
}
