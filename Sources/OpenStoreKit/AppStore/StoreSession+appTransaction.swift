import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Returns the device's copy if it can be trusted; otherwise the store's, which the device keeps.
  func appTransaction() async throws -> VerificationResult<AppTransaction> {
    try throwSimulatedError(of: .appTransaction)
    let kept = await keptAppTransaction()
    if let kept, case .verified = kept { return kept }
    do {
      return try await askForAppTransaction()
    } catch StoreKitError.networkError(let error) {
      guard let kept else { throw StoreKitError.networkError(error) }
      return kept
    }
  }

  /// Asks the customer to authenticate and returns the store's app transaction.
  func refreshedAppTransaction() async throws -> VerificationResult<AppTransaction> {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    return try await askForAppTransaction()
  }

  private func askForAppTransaction() async throws -> VerificationResult<AppTransaction> {
    let jws: String
    do {
      jws = try await ask { backend throws(StoreError) in
        try await backend.appTransaction()
      }.value
    } catch {
      throw error.storeKitError
    }
    try throwSimulatedError(of: .appTransaction)
    guard let result = await appTransaction(in: jws) else {
      throw StoreKitError.systemError(SystemErrorReason("the store's answer cannot be read"))
    }
    persistence.keep { $0.appTransaction = jws }
    return result
  }

  private func keptAppTransaction() async -> VerificationResult<AppTransaction>? {
    guard let jws = try? device.read().appTransaction else { return nil }
    return await appTransaction(in: jws)
  }

  private func appTransaction(in jws: String) async -> VerificationResult<AppTransaction>? {
    let signed: Signed<AppTransactionPayload>? = await reader.read(jws)
    return signed.map { result($0, AppTransaction.init) }
  }
}
