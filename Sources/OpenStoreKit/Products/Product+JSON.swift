import AppStorePayloads
import StoreAPI

extension Product {
  /// The product as JSON, with StoreKit's fields.
  ///
  /// Apple does not document the fields. Clients read `attributes.subscriptionFamilyRank`.
  public var jsonRepresentation: Data {
    let json = ProductJSON(record)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(json)) ?? Data()
  }
}

/// The JSON fields of products in Xcode's tests.
private struct ProductJSON: Encodable {
  struct Discount: Encodable {
    let modeType: String
    let numOfPeriods: Int
    let offerId: String?
    let priceFormatted: String
    let priceString: String
    let recurringSubscriptionPeriod: String
    let type: String
  }

  struct Offer: Encodable {
    let currencyCode: String
    let discounts: [Discount]
    let priceFormatted: String
    let priceString: String
    let recurringSubscriptionPeriod: String?
  }

  struct Attributes: Encodable {
    let description: [String: String]
    let icuLocale: String
    let isFamilyShareable: Int
    let kind: String
    let name: String
    let offerName: String
    let offers: [Offer]
    let subscriptionFamilyId: String?
    let subscriptionFamilyName: String?
    let subscriptionFamilyRank: Int?
  }

  let attributes: Attributes
  let href: String
  let id: String
  let type = "in-apps"
}

extension ProductJSON {
  init(_ record: StoreProduct) {
    let style = record.priceFormatStyle
    let subscription = record.subscription
    let introductory = subscription?.introductoryOffer.map { [$0] } ?? []
    let discounts = introductory + (subscription?.promotionalOffers ?? [])
    let offer = Offer(
      currencyCode: record.currency, discounts: discounts.map { Discount($0, style) },
      priceFormatted: record.price.formatted(style), priceString: "\(record.price)",
      recurringSubscriptionPeriod: subscription?.period.description)
    attributes = Attributes(
      description: ["standard": record.description],
      icuLocale: "\(record.locale)@currency=\(record.currency)",
      isFamilyShareable: record.isFamilyShareable ? 1 : 0, kind: record.type.rawValue,
      name: record.displayName, offerName: record.id, offers: [offer],
      subscriptionFamilyId: subscription?.groupID,
      subscriptionFamilyName: subscription?.groupDisplayName,
      subscriptionFamilyRank: subscription?.groupLevel)
    href = "/v1/catalog/in-apps/\(record.internalID)"
    id = record.internalID
  }
}

extension ProductJSON.Discount {
  init(_ offer: StoreOffer, _ style: Decimal.FormatStyle.Currency) {
    self.init(
      modeType: Product.SubscriptionOffer.PaymentMode(offer.discountType).rawValue,
      numOfPeriods: offer.periodCount, offerId: offer.id,
      priceFormatted: offer.price.formatted(style), priceString: "\(offer.price)",
      recurringSubscriptionPeriod: offer.period.description,
      type: Product.SubscriptionOffer.OfferType(offer.type).rawValue)
  }
}
