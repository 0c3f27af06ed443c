/// The reason why a subscription's renewal date cannot be extended.
///
/// Source: "Extend a Subscription Renewal Date" in the documentation of the App Store Server API.
package enum ExtensionError: String, Codable, Hashable, Sendable, CaseIterable {
  /// The customer has not paid for the current period.
  case freePeriod
  /// The renewal could not be charged.
  case billingIssue
  /// It was extended twice in the last 365 days.
  case tooMany

  /// The reason and the remedy.
  package var sentence: String {
    switch self {
    case .freePeriod: "the current period is free, so wait for the first paid one"
    case .billingIssue: "its renewal could not be charged, so resolve the billing problem first"
    case .tooMany:
      "it was extended twice within 365 days, so wait until a year after the first extension"
    }
  }
}
