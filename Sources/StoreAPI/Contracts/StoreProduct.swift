package import AppStorePayloads
package import Foundation

/// A product as it is sold now, in one storefront and one language.
package struct StoreProduct: Codable, Hashable, Sendable, Identifiable {
  /// The product ID, such as `nonconsumable.car`.
  package var id: String
  package var internalID: String
  package var type: ProductType
  package var displayName: String
  package var description: String
  /// The price of one, in ``currency``.
  package var price: Decimal
  /// ISO 4217.
  package var currency: String
  /// The locale that prices are shown in, such as `en_US`.
  package var locale: String
  package var isFamilyShareable: Bool
  /// The terms of an auto-renewable subscription; `nil` for every other product.
  package var subscription: StoreSubscription?

  package init(
    id: String, internalID: String, type: ProductType, displayName: String, description: String,
    price: Decimal, currency: String, locale: String, isFamilyShareable: Bool,
    subscription: StoreSubscription? = nil
  ) {
    self.id = id
    self.internalID = internalID
    self.type = type
    self.displayName = displayName
    self.description = description
    self.price = price
    self.currency = currency
    self.locale = locale
    self.isFamilyShareable = isFamilyShareable
    self.subscription = subscription
  }
}

/// The terms of an auto-renewable subscription.
package struct StoreSubscription: Codable, Hashable, Sendable {
  package var groupID: String
  /// Empty if the group has no localization.
  package var groupDisplayName: String
  /// 1 is the highest level of service.
  package var groupLevel: Int
  package var period: Period
  package var introductoryOffer: StoreOffer?
  package var promotionalOffers: [StoreOffer]
  package var winBackOffers: [StoreOffer]

  package init(
    groupID: String, groupDisplayName: String, groupLevel: Int, period: Period,
    introductoryOffer: StoreOffer? = nil, promotionalOffers: [StoreOffer] = [],
    winBackOffers: [StoreOffer] = []
  ) {
    self.groupID = groupID
    self.groupDisplayName = groupDisplayName
    self.groupLevel = groupLevel
    self.period = period
    self.introductoryOffer = introductoryOffer
    self.promotionalOffers = promotionalOffers
    self.winBackOffers = winBackOffers
  }
}

/// An offer: different terms for a subscription's first periods, or for its next ones.
package struct StoreOffer: Codable, Hashable, Sendable {
  /// `nil` for an introductory offer.
  package var id: String?
  package var type: OfferType
  package var discountType: OfferDiscountType
  /// The price of one `period`; 0 for a free trial.
  package var price: Decimal
  package var period: Period
  /// The number of periods of the offer; always 1 unless it is pay-as-you-go.
  package var periodCount: Int
  /// The customers who may redeem a win-back offer; `nil` for other offers, and if every former
  /// subscriber may.
  package var eligibility: WinBackEligibility?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, type, discountType, price, period, periodCount, eligibility
  }

  package init(
    id: String? = nil, type: OfferType, discountType: OfferDiscountType, price: Decimal,
    period: Period, periodCount: Int = 1, eligibility: WinBackEligibility? = nil
  ) {
    self.id = id
    self.type = type
    self.discountType = discountType
    self.price = price
    self.period = period
    self.periodCount = periodCount
    self.eligibility = eligibility
  }
}

extension StoreOffer {
  /// The length of all its periods together, which signed data calls `offerPeriod`.
  ///
  /// Source: "offerPeriod" of the App Store Server API.
  package var duration: Period { period.times(periodCount) }
}

/// The App Store of one country.
package struct StoreStorefront: Codable, Hashable, Sendable, Identifiable {
  /// Apple's number of the storefront, such as `143441` for the United States.
  package var id: String
  /// ISO 3166-1 alpha-3.
  package var countryCode: String
  /// ISO 4217.
  package var currency: String
  /// The locale of prices and dates, such as `en_US`.
  package var locale: String

  enum CodingKeys: String, CodingKey, CaseIterable { case id, countryCode, currency, locale }

  package init(id: String, countryCode: String, currency: String, locale: String) {
    self.id = id
    self.countryCode = countryCode
    self.currency = currency
    self.locale = locale
  }
}
