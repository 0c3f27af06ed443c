import StoreAPI

extension Product {
  /// Other terms for a subscription's first periods, or for its next.
  public struct SubscriptionOffer: Sendable {
    let record: StoreOffer
    let priceFormatStyle: Decimal.FormatStyle.Currency

    /// The offer's name in App Store Connect; `nil` for an introductory offer.
    public var id: String? { record.id }
    /// Whom the offer is for.
    public var type: OfferType { OfferType(record.type) }
    /// What one ``period`` costs; 0 for a free trial.
    public var price: Decimal { record.price }
    /// The price as the storefront's customers write it.
    public var displayPrice: String { price.formatted(priceFormatStyle) }
    /// How long the offer lasts, or one of its periods where there are several.
    public var period: SubscriptionPeriod { SubscriptionPeriod(record.period) }
    /// How many periods the offer lasts: 1 unless it is paid as you go.
    public var periodCount: Int { record.periodCount }
    /// How the offer is paid for.
    public var paymentMode: PaymentMode { PaymentMode(record.discountType) }
  }
}

extension Product.SubscriptionOffer: Equatable, Hashable {
  /// Whether the terms are the same.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.record == rhs.record }

  /// Feeds the terms.
  public func hash(into hasher: inout Hasher) { hasher.combine(record) }
}

extension Product.SubscriptionOffer {
  /// Whom an offer is for.
  public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
    /// The word that this module uses; Apple documents none.
    public let rawValue: String

    /// The type with this raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// For those who have never had one in the group.
    public static let introductory = OfferType(rawValue: "IntroOffer")
    /// For present and former subscribers whom the app chooses.
    public static let promotional = OfferType(rawValue: "AdhocOffer")
    /// For former subscribers.
    public static let winBack = OfferType(rawValue: "WinBack")

    /// Codes are redeemed and never listed with a product.
    fileprivate static let code = OfferType(rawValue: "Code")

    init(_ type: StoreAPI.OfferType) {
      self =
        switch type {
        case .introductory: .introductory
        case .promotional: .promotional
        case .code: .code
        case .winBack: .winBack
        }
    }
  }

  /// How an offer is paid for.
  public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
    /// The word that this module uses; Apple documents none.
    public let rawValue: String

    /// The payment mode with this raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Costs nothing.
    public static let freeTrial = PaymentMode(rawValue: "FreeTrial")
    /// Costs its price for each period.
    public static let payAsYouGo = PaymentMode(rawValue: "PayAsYouGo")
    /// Costs its price once.
    public static let payUpFront = PaymentMode(rawValue: "PayUpFront")

    init(_ type: OfferDiscountType) {
      self =
        switch type {
        case .freeTrial: .freeTrial
        case .payAsYouGo: .payAsYouGo
        case .payUpFront: .payUpFront
        }
    }
  }
}
