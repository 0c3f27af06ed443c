package import AppStorePayloads
package import StoreAPI

extension StoreTime: SchemaCodable {}
extension ClockJump: SchemaCodable {}
extension TimeRate: SchemaCodable {}

extension StoreStorefront: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "Storefront")
}

extension StoreProduct: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "Product")
}

extension StoreSubscription: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "Subscription")
}

extension StoreOffer: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, named: "Offer",
    [
      "discountType": .choice(["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"]),
      "periodCount": .periods,
    ])
}

extension WinBackEligibility: SchemaCodable {}

extension WinBackEligibility.Rules: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, named: "WinBackRules",
    [
      "minimumPaidMonths": .periods, "minimumMonthsSinceEnd": .periods,
      "maximumMonthsSinceEnd": .periods, "monthsBetweenOffers": .periods,
    ])
}

extension ProductType: SchemaCodable {}
