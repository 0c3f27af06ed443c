/// The renewals that have a grace period.
///
/// The raw value is the name in the App Store Connect API. Source: "SubscriptionGracePeriod.Attributes".
package enum GracePeriodRenewalType: String, Codable, Hashable, Sendable, CaseIterable {
  case allRenewals = "ALL_RENEWALS"
  /// Only a renewal that follows a paid period: not the first payment after a free trial or another
  /// free period.
  case paidToPaidOnly = "PAID_TO_PAID_ONLY"
}
