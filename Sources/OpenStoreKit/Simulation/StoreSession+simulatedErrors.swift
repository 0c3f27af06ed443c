package import StoreAPI

// Errors that the store's operator simulates. The store works as before: the session throws them
// instead of a call's result, as StoreKit does for the errors of a StoreKit configuration file.
extension StoreSession {
  /// Lets a call fail if its error is simulated.
  ///
  /// - Throws: The simulated error.
  package func throwSimulatedError(of api: SimulatedAPI) throws {
    if let error = simulatedError(of: api) { throw error.thrown }
  }

  /// Lets a call that has not asked the store fail if its error is simulated, after asking the
  /// store if necessary.
  ///
  /// - Throws: The simulated error.
  package func askForSimulatedError(of api: SimulatedAPI) async throws {
    _ = await snapshot()
    try throwSimulatedError(of: api)
  }

  /// Returns StoreKit's result for a signed payload; unverified if the operator simulates that.
  func result<Payload, Value>(
    _ signed: Signed<Payload>, _ value: (Signed<Payload>) -> Value
  ) -> VerificationResult<Value> {
    let simulated = simulatedError(of: .verification).flatMap {
      VerificationResult<Value>.VerificationError($0.name)
    }
    return simulated.map { .unverified(value(signed), $0) } ?? signed.result(value)
  }

  private func simulatedError(of api: SimulatedAPI) -> SimulatedError? {
    customer.withLock { $0.link.clock.answered.simulatedErrors[api] }
  }
}
