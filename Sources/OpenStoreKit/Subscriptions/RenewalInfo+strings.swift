import AppStorePayloads

// StoreKit's deprecated properties, which client code of 2021 to 2023 still uses.
extension Product.SubscriptionInfo.RenewalInfo {
  /// The ID of the next period's offer.
  @available(*, deprecated, renamed: "offer.id")
  public var offerID: String? { offer?.id }

  /// The type of the next period's offer.
  @available(*, deprecated, renamed: "offer.type")
  public var offerType: Transaction.OfferType? { offer?.type }

  /// The payment mode of the next period's offer, as in signed data.
  @available(*, deprecated, renamed: "offer.paymentMode")
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// The period of the next period's offer, in ISO 8601.
  @available(*, deprecated, renamed: "offer.period")
  public var offerPeriodStringRepresentation: String? {
    signed.payload.offerPeriod?.description
  }

  /// The environment's name in signed data.
  @available(*, deprecated, renamed: "environment")
  public var environmentStringRepresentation: String { environment.rawValue }

  /// The currency of the next period's price, in ISO 4217.
  @available(*, deprecated, renamed: "currency")
  public var currencyCode: String? { signed.payload.currency }
}
