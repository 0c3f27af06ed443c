import AppStorePayloads

extension Transaction {
  /// The offer of a transaction or of the next renewal.
  public struct Offer: Equatable, Hashable, Sendable {
    /// The offer's ID in App Store Connect; `nil` for an introductory offer.
    public let id: String?
    /// The type of the offer.
    public let type: OfferType
    /// The payment mode of the offer.
    public let paymentMode: PaymentMode?
    /// The length of the whole offer: three months for one month that is paid three times.
    public let period: Product.SubscriptionPeriod?

    /// The payment mode of an offer.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
      /// The payment mode's name in signed transactions.
      public let rawValue: String

      /// Creates the payment mode with this name in signed transactions.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// The customer pays nothing.
      public static let freeTrial = PaymentMode(rawValue: "FREE_TRIAL")
      /// The customer pays the price for each period.
      public static let payAsYouGo = PaymentMode(rawValue: "PAY_AS_YOU_GO")
      /// The customer pays the price once.
      public static let payUpFront = PaymentMode(rawValue: "PAY_UP_FRONT")
      /// The customer pays the price once, for a product that does not renew.
      public static let oneTime = PaymentMode(rawValue: "ONE_TIME")
    }
  }
}

extension Transaction.Offer {
  init?(
    type: AppStorePayloads.OfferType?, id: String?, discountType: OfferDiscountType?,
    period: Period?
  ) {
    guard let type else { return nil }
    self.init(
      id: id, type: Transaction.OfferType(rawValue: type.rawValue),
      paymentMode: discountType.map { PaymentMode(rawValue: $0.rawValue) },
      period: period.map { Product.SubscriptionPeriod($0) })
  }
}
