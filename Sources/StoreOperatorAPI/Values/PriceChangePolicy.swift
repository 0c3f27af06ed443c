/// The effect of a new price on a product's present subscribers.
///
/// Source: "Manage pricing for auto-renewable subscriptions" in App Store Connect Help.
package enum PriceChangePolicy: String, Codable, Hashable, Sendable, CaseIterable {
  /// They pay it from their next period.
  ///
  /// The operator cannot choose it for an increase that needs their consent; see
  /// ``ConsentRequirement``.
  case inform
  /// They are asked to agree to a higher price; without their consent the subscription expires at
  /// the end of its period.
  ///
  /// A lower price applies from the next period.
  case askConsent
  /// They do not pay a higher price for as long as they keep their plan.
  ///
  /// A lower price applies from the next period.
  case preserve
}
