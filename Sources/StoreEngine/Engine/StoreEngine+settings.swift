import StoreAPI

// The operator's commands that change a setting of the store.
extension StoreEngine {
  /// Settles everything that is due with the present settings, then changes them.
  ///
  /// What becomes due meanwhile is settled by the change itself, as ``settling(_:before:)`` does.
  func change(
    _ edit: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    let changed = try await settling { () throws(StoreFault) in
      try await ledgers.changeSettings(settlement(), edit)
    }
    return Answer(
      .settings(values: changed.operatorSettings), at: changed.time(at: changed.lastNow))
  }
}

extension StoreSettings {
  fileprivate var operatorSettings: OperatorSettings {
    OperatorSettings(
      pace: pace, isRenewalLimited: renewalLimit != nil, gracePeriod: gracePeriod,
      renewalsFail: renewalsFail)
  }
}
