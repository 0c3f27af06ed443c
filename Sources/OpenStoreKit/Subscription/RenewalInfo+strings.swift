import StoreAPI

// What StoreKit had before it had types for these; client code of 2021 to 2023 still uses it.
extension Product.SubscriptionInfo.RenewalInfo {
  /// The name of the offer of the next period.
  @available(*, deprecated, renamed: "offer.id")
  public var offerID: String? { offer?.id }

  /// The kind of the offer of the next period.
  @available(*, deprecated, renamed: "offer.type")
  public var offerType: Transaction.OfferType? { offer?.type }

  /// How the offer of the next period is paid for, in the word of signed data.
  @available(*, deprecated, renamed: "offer.paymentMode")
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// How long the offer of the next period lasts, in ISO 8601.
  @available(*, deprecated, renamed: "offer.period")
  public var offerPeriodStringRepresentation: String? {
    signed.payload.offerPeriod?.description
  }

  /// The environment, in the word of signed data.
  @available(*, deprecated, renamed: "environment")
  public var environmentStringRepresentation: String { environment.rawValue }

  /// The currency of the next period's price, in ISO 4217.
  @available(*, deprecated, renamed: "currency")
  public var currencyCode: String? { signed.payload.currency }
}
