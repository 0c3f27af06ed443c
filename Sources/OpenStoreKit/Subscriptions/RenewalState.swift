import AppStorePayloads

extension Product.SubscriptionInfo {
  /// The renewal state of a subscription, which decides whether the customer has access.
  public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number in `status` of the App Store Server API.
    public let rawValue: Int

    /// Creates the state with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The customer is in a paid or free period and has access.
    public static let subscribed = RenewalState(rawValue: 1)
    /// The subscription has expired.
    public static let expired = RenewalState(rawValue: 2)
    /// The renewal could not be charged and is retried; the customer does not have access.
    public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
    /// The renewal could not be charged and is retried; the customer still has access.
    public static let inGracePeriod = RenewalState(rawValue: 4)
    /// The App Store revoked the subscription.
    public static let revoked = RenewalState(rawValue: 5)

    /// The state's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .subscribed: "Subscribed"
      case .expired: "Expired"
      case .inBillingRetryPeriod: "In Billing Retry"
      case .inGracePeriod: "In Grace Period"
      case .revoked: "Revoked"
      default: "Unknown"
      }
    }

    init(_ code: SubscriptionStatusCode) { self.init(rawValue: code.rawValue) }
  }
}
