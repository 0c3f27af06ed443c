import StoreAPI

extension Transaction {
  /// The offer that a transaction was made with, or that the next renewal will have.
  public struct Offer: Equatable, Hashable, Sendable {
    /// The offer's name in App Store Connect; `nil` for an introductory offer.
    public let id: String?
    /// Which kind of offer it is.
    public let type: OfferType
    /// How the offer is paid for.
    public let paymentMode: PaymentMode?
    /// How long the offer lasts, or one of its periods where there are several.
    public let period: Product.SubscriptionPeriod?

    /// How an offer is paid for.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
      /// The word that signed transactions use.
      public let rawValue: String

      /// The payment mode that signed transactions call `rawValue`.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Costs nothing.
      public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
      /// Costs its price for each period.
      public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
      /// Costs its price once.
      public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
      /// Costs its price once, for something that does not renew.
      public static let oneTime = PaymentMode(rawValue: "ONE_TIME")
    }
  }
}

extension Transaction.Offer {
  init?(
    type: StoreAPI.OfferType?, id: String?, discountType: OfferDiscountType?, period: Period?
  ) {
    guard let type else { return nil }
    self.init(
      id: id, type: Transaction.OfferType(rawValue: type.rawValue),
      paymentMode: discountType.map { PaymentMode(rawValue: $0.rawValue) },
      period: period.map { Product.SubscriptionPeriod($0) })
  }
}
