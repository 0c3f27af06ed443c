import StoreAPI

// What StoreKit had before it had types for these; client code of 2021 to 2023 still uses it.
extension Transaction {
  /// The name of the offer; `nil` for none, and for an introductory one.
  @available(*, deprecated, renamed: "offer.id")
  public var offerID: String? { offer?.id }

  /// The kind of the offer.
  @available(*, deprecated, renamed: "offer.type")
  public var offerType: OfferType? { offer?.type }

  /// How the offer is paid for, in the word of signed data.
  @available(*, deprecated, renamed: "offer.paymentMode")
  public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

  /// How long the offer lasts, in ISO 8601.
  @available(*, deprecated, renamed: "offer.period")
  public var offerPeriodStringRepresentation: String? { payload.offerPeriod?.description }

  /// The environment, in the word of signed data.
  @available(*, deprecated, renamed: "environment")
  public var environmentStringRepresentation: String { environment.rawValue }

  /// The reason, in the word of signed data.
  @available(*, deprecated, renamed: "reason")
  public var reasonStringRepresentation: String { reason.rawValue }

  /// The country, in ISO 3166-1 alpha-3.
  @available(*, deprecated, renamed: "storefront.countryCode")
  public var storefrontCountryCode: String { storefront.countryCode }

  /// The currency, in ISO 4217.
  @available(*, deprecated, renamed: "currency")
  public var currencyCode: String? { payload.currency }
}
