extension Product.SubscriptionInfo.RenewalInfo {
  /// Why a subscription ended.
  public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number of signed renewal info's `expirationIntent`.
    public let rawValue: Int

    /// The reason with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The customer turned renewal off.
    public static let autoRenewDisabled = ExpirationReason(rawValue: 1)
    /// The renewal could not be charged.
    public static let billingError = ExpirationReason(rawValue: 2)
    /// The customer did not agree to a higher price.
    public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)
    /// The product was not for sale any more.
    public static let productUnavailable = ExpirationReason(rawValue: 4)
    /// Something else.
    public static let unknown = ExpirationReason(rawValue: 5)

    /// The reason for people, in English.
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

  /// Whether the customer has agreed to a higher price.
  @frozen
  public enum PriceIncreaseStatus: Equatable, Hashable, Sendable {
    /// The price does not rise.
    case noIncreasePending
    /// The customer has not answered.
    case pending
    /// The customer has agreed.
    case agreed

    /// The status for people, in English.
    public var localizedDescription: String {
      switch self {
      case .noIncreasePending: "No Increase Pending"
      case .pending: "Pending"
      case .agreed: "Agreed"
      }
    }
  }
}
