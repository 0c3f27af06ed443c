import StoreAPI

// The operator's commands that change a setting of the store.
extension StoreEngine {
  /// Settles everything that is due with the present settings, then changes them.
  ///
  /// What becomes due meanwhile is settled by the change itself, as ``settling(_:before:)`` does.
  func change(
    _ edit: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let changed = try await settling { () throws(StoreError) in
      try await ledgers.changeSettings(settlement(), edit)
    }
    return Answer(
      .settings(values: changed.operatorSettings), at: changed.time(at: changed.lastNow))
  }
}

extension StoreEngine {
  func readSettings() async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    return snapshot.answer(.settings(values: snapshot.settings.operatorSettings))
  }

  func setStorefront(_ code: String) async throws(StoreError) -> Answer<OperatorResult> {
    guard Storefronts.named(code) != nil else { throw .unknownStorefront(name: code) }
    return try await change { $0.storefront = code }
  }

  func setLocale(_ name: String) async throws(StoreError) -> Answer<OperatorResult> {
    let locale = LocaleName(name)
    guard locale.isKnown else { throw .unknownLocale(name: name) }
    return try await change { $0.locale = locale.name }
  }

  func setSimulatedError(
    _ error: SimulatedError?, of api: SimulatedAPI
  ) async throws(StoreError) -> Answer<OperatorResult> {
    if let error, !api.errors.contains(error.name) || !error.isWhole {
      throw .invalidSimulatedError(name: error.name, api: api)
    }
    return try await change { $0.simulatedErrors[api] = error }
  }
}

extension StoreSettings {
  /// The currency of the storefront (ISO 4217); `nil` if the storefront is unknown.
  package var currency: String? { Storefronts.named(storefront)?.currency }

  fileprivate var operatorSettings: OperatorSettings {
    OperatorSettings(
      rules: rules, storefront: storefront, locale: locale,
      simulatedErrors: simulatedErrors.isEmpty ? nil : simulatedErrors)
  }
}
