package import AppStorePayloads
package import StoreAPI

/// The settings of a store that its operator can change, and its environment.
package struct OperatorSettings: Codable, Hashable, Sendable {
  package var rules: StoreRules
  /// The environment that signed data names, which never changes; `nil` for a sandbox, and if a store
  /// of an earlier version answered.
  package var environment: StoreEnvironment?
  /// The country, in ISO 3166-1 alpha-3; `nil` if a store of an earlier version answered.
  package var storefront: String?
  /// The language of names and descriptions; `nil` if a store of an earlier version answered.
  package var locale: String?
  /// The errors that are simulated; `nil` if there are none.
  package var simulatedErrors: SimulatedErrors?

  package init(
    rules: StoreRules, storefront: String? = nil, locale: String? = nil,
    simulatedErrors: SimulatedErrors? = nil, environment: StoreEnvironment? = nil
  ) {
    self.rules = rules
    self.environment = environment
    self.storefront = storefront
    self.locale = locale
    self.simulatedErrors = simulatedErrors
  }
}

// In JSON the rules stand beside the other settings.
extension OperatorSettings {
  private enum CodingKeys: CodingKey { case environment, storefront, locale, simulatedErrors }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rules = try StoreRules(from: decoder)
    environment = try container.decodeIfPresent(StoreEnvironment.self, forKey: .environment)
    storefront = try container.decodeIfPresent(String.self, forKey: .storefront)
    locale = try container.decodeIfPresent(String.self, forKey: .locale)
    simulatedErrors = try container.decodeIfPresent(SimulatedErrors.self, forKey: .simulatedErrors)
  }

  package func encode(to encoder: any Encoder) throws {
    try rules.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(environment, forKey: .environment)
    try container.encodeIfPresent(storefront, forKey: .storefront)
    try container.encodeIfPresent(locale, forKey: .locale)
    try container.encodeIfPresent(simulatedErrors, forKey: .simulatedErrors)
  }
}
