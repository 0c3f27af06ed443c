import AppStorePayloads
import Foundation
import StoreAPI

/// A product in `skdemo products --json`.
struct ProductReport: Encodable {
  var id: String
  var type: ProductType
  var displayName: String
  var description: String
  /// A decimal string, such as `1.99`.
  var price: String
  var displayPrice: String
  /// ISO 4217.
  var currency: String
  var isFamilyShareable: Bool
  var subscription: Subscription?

  struct Subscription: Encodable {
    var groupID: String
    var groupLevel: Int
    var period: Period
    var introductoryOffer: Offer?
    var promotionalOffers: [Offer]
    var winBackOffers: [Offer]
  }

  struct Offer: Encodable {
    var id: String?
    var paymentMode: OfferDiscountType
    var price: String
    var displayPrice: String
    var period: Period
    var periodCount: Int
  }
}

extension ProductReport {
  init(_ product: StoreProduct) {
    let style = product.priceFormatStyle
    id = product.id
    type = product.type
    displayName = product.displayName
    description = product.description
    price = "\(product.price)"
    displayPrice = product.price.formatted(style)
    currency = product.currency
    isFamilyShareable = product.isFamilyShareable
    subscription = product.subscription.map { .init($0, style) }
  }
}

extension ProductReport.Subscription {
  init(_ subscription: StoreSubscription, _ style: Decimal.FormatStyle.Currency) {
    groupID = subscription.groupID
    groupLevel = subscription.groupLevel
    period = subscription.period
    introductoryOffer = subscription.introductoryOffer.map { .init($0, style) }
    promotionalOffers = subscription.promotionalOffers.map { .init($0, style) }
    winBackOffers = subscription.winBackOffers.map { .init($0, style) }
  }
}

extension ProductReport.Offer {
  init(_ offer: StoreOffer, _ style: Decimal.FormatStyle.Currency) {
    id = offer.id
    paymentMode = offer.discountType
    price = "\(offer.price)"
    displayPrice = offer.price.formatted(style)
    period = offer.period
    periodCount = offer.periodCount
  }
}
