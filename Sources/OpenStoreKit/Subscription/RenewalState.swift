import StoreAPI

extension Product.SubscriptionInfo {
  /// Whether a subscription gives service, and if not, why.
  public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number of the App Store Server API's `status`.
    public let rawValue: Int

    /// The state with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A paid period is running: serve.
    public static let subscribed = RenewalState(rawValue: 1)
    /// It has ended.
    public static let expired = RenewalState(rawValue: 2)
    /// The renewal could not be charged and is tried again: do not serve.
    public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
    /// The renewal could not be charged and is tried again: serve meanwhile.
    public static let inGracePeriod = RenewalState(rawValue: 4)
    /// The App Store took it back.
    public static let revoked = RenewalState(rawValue: 5)

    /// The state's name for people, in English.
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
