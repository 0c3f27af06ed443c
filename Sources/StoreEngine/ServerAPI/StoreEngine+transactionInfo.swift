package import AppStoreServerAPI

extension StoreEngine {
  /// "Get Transaction Info"; see ``AppStoreServerAPI/StoreServerAPI/transactionInfo(_:for:)``.
  package func transactionInfo(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) -> TransactionInfoResponse {
    let request = try await serverRequest(of: caller)
    let stored = try await request.transaction(id)
    return TransactionInfoResponse(
      signedTransactionInfo: try await request.sign(stored.transaction, of: stored.customer))
  }

  /// "Get App Transaction Info"; see ``AppStoreServerAPI/StoreServerAPI/appTransactionInfo(_:for:)``.
  ///
  /// Every customer of the store has downloaded the app.
  package func appTransactionInfo(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) -> AppTransactionInfoResponse {
    let request = try await serverRequest(of: caller)
    let customer = try await request.customer(of: id)
    return AppTransactionInfoResponse(
      signedAppTransactionInfo: try await request.sign(appTransactionOf: customer))
  }
}
