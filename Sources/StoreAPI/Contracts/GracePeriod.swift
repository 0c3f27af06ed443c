/// The time for which a subscriber keeps access after a renewal could not be charged.
///
/// The raw value is the number of days in real time. Source: "Enable billing grace period
/// for auto-renewable subscriptions" in App Store Connect Help.
package enum GracePeriod: Int, Codable, Hashable, Sendable, CaseIterable {
  case off = 0
  case days3 = 3
  case days16 = 16
  case days28 = 28
}
