import AppStorePayloads
import StoreAPI

extension Product {
  /// An offer: different terms for a subscription's first periods, or for its next ones.
  public struct SubscriptionOffer: Equatable, Hashable, Sendable {
    let record: StoreOffer
    let priceFormatStyle: Decimal.FormatStyle.Currency

    /// The offer's ID in App Store Connect; `nil` for an introductory offer.
    public var id: String? { record.id }
    /// The type of the offer.
    public var type: OfferType { OfferType(record.type) }
    /// The price of one ``period``; 0 for a free trial.
    public var price: Decimal { record.price }
    /// The price, formatted for the storefront.
    public var displayPrice: String { price.formatted(priceFormatStyle) }
    /// The length of the offer, or of each of its periods if there are several.
    public var period: SubscriptionPeriod { SubscriptionPeriod(record.period) }
    /// The number of periods; always 1 unless the offer is pay-as-you-go.
    public var periodCount: Int { record.periodCount }
    /// The payment mode of the offer.
    public var paymentMode: PaymentMode { PaymentMode(record.discountType) }
  }
}

extension Product.SubscriptionOffer {
  /// The type of an offer.
  public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
    /// A value of this module; Apple does not document the raw values.
    public let rawValue: String

    /// Creates the type with this raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An offer for customers who have not used an introductory offer of the group.
    public static let introductory = OfferType(rawValue: "IntroOffer")
    /// An offer for current and former subscribers that the app chooses.
    public static let promotional = OfferType(rawValue: "AdhocOffer")
    /// An offer for former subscribers.
    public static let winBack = OfferType(rawValue: "WinBack")

    /// An offer that is redeemed with a code; products do not list it.
    fileprivate static let code = OfferType(rawValue: "Code")

    /// The type's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .introductory: "Introductory"
      case .promotional: "Promotional"
      case .winBack: "Win-Back"
      case .code: "Offer Code"
      default: "Unknown"
      }
    }

    init(_ type: AppStorePayloads.OfferType) {
      self =
        switch type {
        case .introductory: .introductory
        case .promotional: .promotional
        case .code: .code
        case .winBack: .winBack
        }
    }
  }

  /// The payment mode of an offer.
  public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
    /// A value of this module; Apple does not document the raw values.
    public let rawValue: String

    /// Creates the payment mode with this raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer pays nothing.
    public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
    /// The customer pays the price for each period.
    public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")
    /// The customer pays the price once.
    public static let payUpFront = PaymentMode(rawValue: "PayUpFront")

    /// The customer pays once, for a product that does not renew; offers of plans never have it.
    fileprivate static let oneTime = PaymentMode(rawValue: "OneTime")

    /// The payment mode's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .freeTrial: "Free Trial"
      case .payAsYouGo: "Pay As You Go"
      case .payUpFront: "Pay Up Front"
      case .oneTime: "One Time"
      default: "Unknown"
      }
    }

    init(_ type: OfferDiscountType) {
      self =
        switch type {
        case .freeTrial: .freeTrial
        case .payAsYouGo: .payAsYouGo
        case .payUpFront: .payUpFront
        case .oneTime: .oneTime
        }
    }
  }
}

extension Product.SubscriptionOffer {
  /// The signature of the app's server for a promotional offer.
  public struct Signature: Equatable, Hashable, Sendable {
    /// The ID of the key that signed.
    public var keyID: String
    /// A value that is used once.
    public var nonce: UUID
    /// The time of the signature, in milliseconds since 1970.
    public var timestamp: Int
    /// The signature's bytes.
    public var signature: Data

    /// Creates a signature from its parts.
    public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
      self.keyID = keyID
      self.nonce = nonce
      self.timestamp = timestamp
      self.signature = signature
    }
  }
}
