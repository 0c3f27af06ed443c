import AppStorePayloads
import StoreAPI
import StoreOperatorAPI

// The operator's commands that change a setting of the store.
extension StoreEngine {
  /// Settles everything that is due with the present settings, then changes them.
  ///
  /// The change itself settles everything that becomes due meanwhile, as ``settling(_:before:)`` does.
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

extension OperatorCommand.SetStorefront: SettingRule {
  func check() throws(StoreError) {
    guard StorefrontList.named(storefront) != nil else {
      throw .unknownStorefront(name: storefront)
    }
  }

  func apply(to settings: inout StoreSettings) { settings.storefront = storefront }
}

extension OperatorCommand.SetLocale: SettingRule {
  func check() throws(StoreError) {
    guard LocaleName(locale).isKnown else { throw .unknownLocale(name: locale) }
  }

  func apply(to settings: inout StoreSettings) { settings.locale = LocaleName(locale).name }
}

extension OperatorCommand.SetSimulatedError: SettingRule {
  func check() throws(StoreError) {
    if let error, !api.errors.contains(error.name) || !error.isWhole {
      throw .invalidSimulatedError(name: error.name, api: api)
    }
  }

  func apply(to settings: inout StoreSettings) { settings.simulatedErrors[api] = error }
}

extension OperatorCommand.ClearSimulatedErrors: SettingRule {
  func apply(to settings: inout StoreSettings) { settings.simulatedErrors = [:] }
}

extension OperatorCommand.SetNotificationURL: SettingRule {
  func check() throws(StoreError) {
    guard let url else { return }
    _ = try NotificationURL(url, allowsOwnNetwork: allowsOwnNetwork)
  }

  func apply(to settings: inout StoreSettings) {
    settings.rules.notifications = url.map {
      NotificationSettings(
        url: $0, retries: retries, allowsOwnNetwork: allowsOwnNetwork, version: version ?? .v2)
    }
  }
}

extension OperatorCommand.Settings: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    return snapshot.answer(.settings(values: snapshot.settings.operatorSettings))
  }
}

extension StoreSettings {
  /// The currency of the storefront (ISO 4217); `nil` if the storefront is unknown.
  package var currency: String? { StorefrontList.named(storefront)?.currency }

  fileprivate var operatorSettings: OperatorSettings {
    OperatorSettings(
      rules: rules, storefront: storefront, locale: locale,
      simulatedErrors: simulatedErrors.isEmpty ? nil : simulatedErrors,
      environment: environment == .sandbox ? nil : environment)
  }
}
