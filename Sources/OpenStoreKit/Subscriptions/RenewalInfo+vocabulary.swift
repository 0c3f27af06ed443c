extension Product.SubscriptionInfo.RenewalInfo {
  /// The reason why a subscription expired.
  public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number in `expirationIntent` of signed renewal info.
    public let rawValue: Int

    /// Creates the reason with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The customer turned renewal off.
    public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
    /// The renewal could not be charged.
    public static let billingError = ExpirationReason(rawValue: 2)
    /// The customer did not consent to a price increase.
    public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
    /// The product was no longer for sale.
    public static let productUnavailable = ExpirationReason(rawValue: 4)
    /// Another reason.
    public static let unknown = ExpirationReason(rawValue: 5)

    /// The reason's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .autoRenewDisabled: "Auto-Renew Disabled"
      case .billingError: "Billing Error"
      case .didNotConsentToPriceIncrease: "Did Not Consent to Price Increase"
      case .productUnavailable: "Product Unavailable"
      default: "Unknown"
      }
    }
  }

  /// Whether the customer has agreed to a price increase.
  @frozen
  public enum PriceIncreaseStatus: Equatable, Hashable, Sendable {
    /// There is no price increase.
    case noIncreasePending
    /// The customer has not answered.
    case pending
    /// The customer has agreed.
    case agreed

    /// The status's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .noIncreasePending: "No Increase Pending"
      case .pending: "Pending"
      case .agreed: "Agreed"
      }
    }
  }
}
