package import AppStoreServerAPI
import StoreAPI

extension StoreEngine {
  /// "Set App Account Token", of an original transaction; see ``Ledger/setAppAccountToken(_:of:)``.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/originalTransactionIdNotFound``,
  ///   ``AppStoreServerAPI/APIError/appTransactionIdNotSupported``,
  ///   ``AppStoreServerAPI/APIError/familyTransactionNotSupported``,
  ///   ``AppStoreServerAPI/APIError/transactionIdNotOriginalTransactionId`` and
  ///   ``AppStoreServerAPI/APIError/generalInternalRetryable``.
  package func setAppAccountToken(
    of id: AnyTransactionID, _ request: UpdateAppAccountTokenRequest, for caller: APICaller
  ) async throws(APIError) {
    let change = try await serverChange(
      of: id, by: caller, orThrow: .originalTransactionIdNotFound)
    let original = change.named.transaction
    guard original.shared == nil else { throw .familyTransactionNotSupported }
    guard original.id == original.originalID else { throw .transactionIdNotOriginalTransactionId }
    try await change.decide { ledger, _, _ throws(StoreError) in
      try ledger.setAppAccountToken(request.appAccountToken, of: original.id)
    }
  }
}
