import AppStorePayloads

// StoreKit's deprecated properties, which client code of 2021 to 2023 still uses.
extension Transaction {
  /// The ID of the offer; `nil` if there is none, and for an introductory offer.
  @available(*, deprecated, renamed: "offer.id")
  public var offerID: String? { offer?.id }

  /// The type of the offer.
  @available(*, deprecated, renamed: "offer.type")
  public var offerType: OfferType? { offer?.type }

  /// The payment mode of the offer, as in signed data.
  @available(*, deprecated, renamed: "offer.paymentMode")
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// The period of the offer, in ISO 8601.
  @available(*, deprecated, renamed: "offer.period")
  public var offerPeriodStringRepresentation: String? { payload.offerPeriod?.description }

  /// The environment's name in signed data.
  @available(*, deprecated, renamed: "environment")
  public var environmentStringRepresentation: String { environment.rawValue }

  /// The reason's name in signed data.
  @available(*, deprecated, renamed: "reason")
  public var reasonStringRepresentation: String { reason.rawValue }

  /// The country, in ISO 3166-1 alpha-3.
  @available(*, deprecated, renamed: "storefront.countryCode")
  public var storefrontCountryCode: String { storefront.countryCode }

  /// The currency, in ISO 4217.
  @available(*, deprecated, renamed: "currency")
  public var currencyCode: String? { payload.currency }
}
