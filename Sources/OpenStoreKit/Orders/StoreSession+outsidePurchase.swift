import AppStorePayloads
package import StoreAPI

extension StoreSession {
  /// Buys outside this copy of the app, as the App Store's own screens do: the transaction also
  /// comes through ``Transaction/updates``.
  ///
  /// - Parameters:
  ///   - productID: The product.
  ///   - options: The options of a purchase; the customer is not asked to confirm.
  ///   - store: The store as another instance on this device sees it.
  ///   - place: Called with the order before it is sent; an order that it places itself is not charged
  ///     again.
  /// - Returns: The transaction that the customer has then.
  /// - Throws: The errors of a purchase, and `VerificationError`.
  package func buy(
    _ productID: String, options: Set<Product.PurchaseOption>, through store: any StoreBackend,
    placing place: (Order) async throws(StoreError) -> Void = { _ in }
  ) async throws -> Transaction {
    guard let product = try await products([productID]).first else {
      throw Product.PurchaseError.productUnavailable
    }
    let request = try PurchaseRequest(product, options: options)
    let key = OrderKey(environment.makeUUID())
    let bought: OrderResult
    do {
      let quote = try await store.quote(
        productID, quantity: request.quantity, offer: request.offer
      ).value
      let order = request.order(key, quote: quote)
      try await place(order)
      bought = try await store.purchase(order).value
    } catch {
      diagnose(error, of: request)
      throw error.purchaseError
    }
    if case .pending = bought {
      throw StoreKitError.systemError(
        SystemErrorReason("the purchase of '\(productID)' is waiting, and nothing is charged yet"))
    }
    guard case .purchased(let purchase) = bought,
      let signed: Signed<TransactionPayload> = await reader.read(purchase.signedTransaction)
    else { throw StoreKitError.unknown }
    return try result(signed).payloadValue
  }
}
