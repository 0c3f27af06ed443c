extension Transaction {
  /// Whether the customer asked for a transaction, or a period began.
  public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The word that signed transactions use.
    public let rawValue: String

    /// The reason that signed transactions call `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer asked for it.
    public static let purchase = Reason(rawValue: "PURCHASE")
    /// A subscription was renewed.
    public static let renewal = Reason(rawValue: "RENEWAL")
  }

  /// Why the App Store took a transaction back.
  public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number that signed transactions use.
    public let rawValue: Int

    /// The reason with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Something in the app was not as the customer expected.
    public static let developerIssue = RevocationReason(rawValue: 1)
    /// Something else.
    public static let other = RevocationReason(rawValue: 0)

    /// The reason for people, in English.
    public var localizedDescription: String {
      switch self {
      case .developerIssue: "Developer Issue"
      case .other: "Other"
      default: "Unknown"
      }
    }
  }

  /// Which kind of offer a transaction was made with.
  public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number that signed transactions use.
    public let rawValue: Int

    /// The kind with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// For those who have never had one in the group.
    public static let introductory = OfferType(rawValue: 1)
    /// For present and former subscribers whom the app chooses.
    public static let promotional = OfferType(rawValue: 2)
    /// For those who have a code.
    public static let code = OfferType(rawValue: 3)
    /// For former subscribers.
    public static let winBack = OfferType(rawValue: 4)

    /// The kind for people, in English.
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
    /// The word that signed transactions use.
    public let rawValue: String

    /// The ownership that signed transactions call `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought it.
    public static let purchased = OwnershipType(rawValue: "PURCHASED")
    /// A family member shares it.
    public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

    /// The ownership for people, in English.
    public var localizedDescription: String {
      switch self {
      case .purchased: "Purchased"
      case .familyShared: "Family Shared"
      default: "Unknown"
      }
    }
  }
}
