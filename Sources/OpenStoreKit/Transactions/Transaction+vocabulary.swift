extension Transaction {
  /// Whether a transaction is a purchase or a renewal.
  public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The reason's name in signed transactions.
    public let rawValue: String

    /// Creates the reason with this name in signed transactions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer made the purchase.
    public static let purchase = Reason(rawValue: "PURCHASE")
    /// The store renewed a subscription.
    public static let renewal = Reason(rawValue: "RENEWAL")
  }

  /// The reason why the App Store revoked a transaction.
  public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The reason's number in signed transactions.
    public let rawValue: Int

    /// Creates the reason with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The customer had a problem with the app.
    public static let developerIssue = RevocationReason(rawValue: 1)
    /// Another reason.
    public static let other = RevocationReason(rawValue: 0)

    /// The reason's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .developerIssue: "Developer Issue"
      case .other: "Other"
      default: "Unknown"
      }
    }
  }

  /// The kind of a revocation.
  public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The type's name in signed transactions.
    public let rawValue: String

    /// Creates the type with this name in signed transactions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of the price was refunded.
    public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
    /// A part of the price was refunded.
    public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    /// A family member no longer shares it.
    public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
  }

  /// The type of an offer.
  public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The type's number in signed transactions.
    public let rawValue: Int

    /// Creates the type with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An offer for customers who have not used an introductory offer of the group.
    public static let introductory = OfferType(rawValue: 1)
    /// An offer for current and former subscribers that the app chooses.
    public static let promotional = OfferType(rawValue: 2)
    /// An offer that is redeemed with a code.
    public static let code = OfferType(rawValue: 3)
    /// An offer for former subscribers.
    public static let winBack = OfferType(rawValue: 4)

    /// The type's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .introductory: "Introductory"
      case .promotional: "Promotional"
      case .code: "Code"
      case .winBack: "Win-Back"
      default: "Unknown"
      }
    }
  }

  /// Whether the customer bought it or a family member shares it.
  public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The ownership's name in signed transactions.
    public let rawValue: String

    /// Creates the ownership with this name in signed transactions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought it.
    public static let purchased = OwnershipType(rawValue: "PURCHASED")
    /// A family member shares it.
    public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

    /// The ownership's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .purchased: "Purchased"
      case .familyShared: "Family Shared"
      default: "Unknown"
      }
    }
  }
}
