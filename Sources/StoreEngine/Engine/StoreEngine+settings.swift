import StoreAPI

// The operator's commands that change a setting of the store.
extension StoreEngine {
  /// Settles everything that is due with the present settings, then changes them.
  ///
  /// Nothing is due between the last settlement and the change.
  func change(
    _ edit: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    while true {
      _ = try await settled()
      guard let changed = try await ledgers.changeSettings(wall: wallClock(), edit) else {
        continue
      }
      return Answer(
        .settings(values: changed.operatorSettings), at: changed.time(at: changed.lastNow))
    }
  }
}

extension StoreSettings {
  fileprivate var operatorSettings: OperatorSettings {
    OperatorSettings(
      pace: pace, isRenewalLimited: renewalLimit != nil, gracePeriod: gracePeriod,
      renewalsFail: renewalsFail)
  }
}
