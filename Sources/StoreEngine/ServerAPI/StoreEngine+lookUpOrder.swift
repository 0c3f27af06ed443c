import AppStorePayloads
package import AppStoreServerAPI
import StoreAPI

extension StoreEngine {
  /// "Look Up Order ID"; see ``AppStoreServerAPI/StoreServerAPI/lookUpOrder(_:for:)``.
  ///
  /// If the store does not know the order, or another app sold it, the answer is an invalid order,
  /// not an error.
  package func lookUpOrder(
    _ orderID: String, for caller: APICaller
  ) async throws(APIError) -> OrderLookupResponse {
    do throws(APIError) {
      let request = try await serverRequest(of: caller)
      guard let stored = try await request.order(orderID) else {
        return OrderLookupResponse(status: .invalid)
      }
      let signed = try await request.sign(stored.transaction, of: stored.customer)
      return OrderLookupResponse(status: .valid, signedTransactions: [signed])
    } catch .transactionIdNotFound {
      return OrderLookupResponse(status: .invalid)
    }
  }
}

extension ServerRequest {
  /// Returns the purchase with this order ID; `nil` if no purchase has it.
  ///
  /// A family member's copy has no order. Only the purchaser's transaction has one.
  fileprivate func order(_ text: String) async throws(APIError) -> StoredTransaction? {
    guard let order = OrderID(text) else { return nil }
    let stored = try await storage { () throws(StoreError) in
      try await engine.ledgers.storedTransaction(order.transactionID)
    }
    return stored?.transaction.shared == nil ? stored : nil
  }
}
