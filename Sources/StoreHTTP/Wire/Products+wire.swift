package import AppStorePayloads
package import StoreAPI

extension StoreTime: SchemaCodable {
  package static let schema = Schema.object(
    "StoreTime",
    [
      "now": .date, "isFrozen": .boolean, "pace": TimeRate.schema, "epoch": .whole,
    ],
    optional: [
      "generation": .whole, "jump": ClockJump.schema, "simulatedErrors": SimulatedErrors.schema,
    ])
}

extension ClockJump: SchemaCodable {
  package static let schema = Schema.object(
    "ClockJump", ["date": .date, "days": .whole], optional: ["certificatesEnd": .date])
}

extension TimeRate: SchemaCodable {
  package static let schema = Schema.numberChoice(allCases.map(\.rawValue))
}

extension StoreStorefront: SchemaCodable {
  package static let schema = Schema.object(
    "Storefront",
    ["id": .string, "countryCode": .string, "currency": .string, "locale": .string])
}

extension StoreProduct: SchemaCodable {
  package static let schema = Schema.object(
    "Product",
    [
      "id": .string, "internalID": .string, "type": ProductType.schema, "displayName": .string,
      "description": .string, "price": .amount, "currency": .string, "locale": .string,
      "isFamilyShareable": .boolean,
    ], optional: ["subscription": StoreSubscription.schema])
}

extension StoreSubscription: SchemaCodable {
  package static let schema = Schema.object(
    "Subscription",
    [
      "groupID": .string, "groupDisplayName": .string, "groupLevel": .whole,
      "period": .period, "promotionalOffers": .array(StoreOffer.schema),
      "winBackOffers": .array(StoreOffer.schema),
    ], optional: ["introductoryOffer": StoreOffer.schema])
}

extension StoreOffer: SchemaCodable {
  package static let schema = Schema.object(
    "Offer",
    [
      "type": .numberChoice([1, 2, 3, 4]),
      "discountType": .choice(["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"]),
      "price": .amount, "period": .period, "periodCount": .periods,
    ], optional: ["id": .string, "eligibility": WinBackEligibility.schema])
}

extension WinBackEligibility: SchemaCodable {
  package static let schema = Schema.object(
    "WinBackEligibility", ["isEligible": .boolean], optional: ["rules": Rules.schema])
}

extension WinBackEligibility.Rules: SchemaCodable {
  package static let schema = Schema.object(
    "WinBackRules",
    optional: [
      "minimumPaidMonths": .periods, "minimumMonthsSinceEnd": .periods,
      "maximumMonthsSinceEnd": .periods, "monthsBetweenOffers": .periods,
    ])
}

extension ProductType: SchemaCodable {
  package static let schema = Schema.choice(allCases.map(\.rawValue))
}
