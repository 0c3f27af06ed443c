/// The rules of sales and renewals that a store's operator can change.
///
/// A rule has its default, its name in JSON and its meaning here only. Settings, catalogues, answers and
/// the database hold this one value; a JSON text from before a rule was added has the rule's default.
package struct StoreRules: Codable, Hashable, Sendable {
  /// The time rate of periods that begin from now on.
  package var timeRate = TimeRate.realTime
  /// Whether a subscription renews at most ``renewalLimit`` times at an accelerated time rate.
  package var isRenewalLimited = true
  /// The time for which a subscriber keeps access after a failed renewal.
  package var gracePeriod = GracePeriod.off
  /// The renewals that have the grace period.
  package var gracePeriodRenewalType = GracePeriodRenewalType.allRenewals
  /// Whether no renewal can be charged, as StoreKitTest's `shouldEnterBillingRetryOnRenewal` has
  /// it.
  package var renewalsFail = false
  /// Whether orders wait for approval.
  package var askToBuy = false
  /// Whether orders wait for a step in the customer's account.
  package var interruptedPurchases = false
  /// Whether the store decides requests for refunds itself, as Apple's test environments do.
  package var refundsAtOnce = false
  /// Where the store sends notifications; `nil` if it sends none.
  package var notifications: NotificationSettings?

  package init(timeRate: TimeRate = .realTime) {
    self.timeRate = timeRate
  }

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case timeRate = "pace"
    case isRenewalLimited, gracePeriod, gracePeriodRenewalType, renewalsFail
    case askToBuy, interruptedPurchases, refundsAtOnce, notifications
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ rule: inout Value, _ key: CodingKeys) throws {
      rule = try container.decodeIfPresent(Value.self, forKey: key) ?? rule
    }
    try read(&timeRate, .timeRate)
    try read(&isRenewalLimited, .isRenewalLimited)
    try read(&gracePeriod, .gracePeriod)
    try read(&gracePeriodRenewalType, .gracePeriodRenewalType)
    try read(&renewalsFail, .renewalsFail)
    try read(&askToBuy, .askToBuy)
    try read(&interruptedPurchases, .interruptedPurchases)
    try read(&refundsAtOnce, .refundsAtOnce)
    notifications = try container.decodeIfPresent(
      NotificationSettings.self, forKey: .notifications)
  }
}

extension StoreRules {
  /// The maximum number of renewals at an accelerated time rate: 12 in Apple's sandbox.
  ///
  /// Source: "Testing an auto-renewable subscription" in App Store Connect Help.
  package static let renewalLimit = 12
}
