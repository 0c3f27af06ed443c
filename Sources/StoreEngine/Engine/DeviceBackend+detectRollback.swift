import AppStorePayloads
import StoreAPI

extension DeviceBackend {
  func detectRollback(_ signedTransaction: String) async throws(StoreError) -> Answer<Bool> {
    let request = try await request()
    guard let evidence = await engine.evidence(signedTransaction, request.snapshot.settings),
      let settings = try await engine.beginEpoch(if: evidence)
    else { return request.answer(false) }
    return Answer(true, at: settings.time(wall: engine.machineTime))
  }
}

extension StoreEngine {
  /// Returns the content of a transaction; `nil` if this store has not signed it.
  ///
  /// It may be signed for an earlier device with the same folder, which the copy does not know.
  fileprivate func evidence(_ jws: String, _ settings: StoreSettings) async -> RollbackEvidence? {
    let verifier = SignedDataVerifier(
      rootCertificate: rootCertificate, bundleID: settings.bundleID,
      environment: settings.environment, device: nil)
    guard case .verified(let payload) = try? await verifier.verify(jws, as: TransactionPayload.self)
    else { return nil }
    return RollbackEvidence(payload)
  }

  /// Begins a new epoch if a transaction proves that an earlier copy has replaced the store.
  ///
  /// - Returns: The new settings; `nil` if it does not prove that.
  /// - Throws: ``StoreAPI/StoreError/unavailable(reason:)`` if storage fails or no numbers are left.
  fileprivate func beginEpoch(
    if evidence: RollbackEvidence
  ) async throws(StoreError) -> StoreSettings? {
    try await ledgers.beginEpoch(evidence: evidence) {
      [randomness] settings, given throws(StoreError) in
      guard evidence.provesRollback(of: settings.numbers, given: given) else { return nil }
      var generator = SystemRandomNumberGenerator()
      guard
        let numbers = TransactionNumbers.restored(
          after: max(evidence.id, given.highest ?? evidence.id), of: settings.numbers,
          using: &generator)
      else { throw .unavailable(reason: "the store has no transaction numbers left") }
      var settings = settings
      settings.beginEpoch(numbers, randomness)
      return settings
    }
  }
}
