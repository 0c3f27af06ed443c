package import AppStoreServerAPI
import StoreAPI

extension StoreEngine {
  /// "Finish Transaction": the transaction is not offered again on any device; nothing happens if it was
  /// finished before.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/transactionIdNotFound``,
  ///   ``AppStoreServerAPI/APIError/appTransactionIdNotSupported`` and
  ///   ``AppStoreServerAPI/APIError/generalInternalRetryable``.
  package func finishTransaction(
    _ id: AnyTransactionID, for caller: APICaller
  ) async throws(APIError) {
    let change = try await serverChange(of: id, by: caller, orThrow: .transactionIdNotFound)
    let finished = change.named.transaction.id
    // As on a device, it is also done while the machine's clock has jumped.
    try await change.decide(checksClock: false) { ledger, _, _ throws(StoreError) in
      try ledger.finish(finished)
    }
  }
}
