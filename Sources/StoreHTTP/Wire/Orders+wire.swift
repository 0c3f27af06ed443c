package import AppStorePayloads
package import StoreAPI

extension Order: SchemaCodable {
  package static let schema = Schema.object(
    "Order", ["key": .uuid, "productID": .string, "quantity": .integer],
    optional: [
      "appAccountToken": .uuid, "offer": OrderOffer.schema, "quote": Quote.schema,
      "simulatesAskToBuy": .boolean,
    ])
}

extension OrderOffer: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "OrderOffer",
    [
      .object(nil, ["winBack": .object(nil, ["id": .string])]),
      .object(
        nil, ["introductoryOfferEligibility": .object(nil, ["compactJWS": .string])]),
      .object(
        nil,
        ["promotional": .object(nil, ["id": .string, "signature": OfferSignature.schema])]),
      .object(nil, ["promotionalJWS": .object(nil, ["id": .string, "compactJWS": .string])]),
      .object(nil, ["code": .object(nil, ["code": .string])]),
    ])
}

extension OfferSignature: SchemaCodable {
  package static let schema = Schema.object(
    "OfferSignature",
    ["keyID": .string, "nonce": .uuid, "timestamp": .date, "signature": .string],
    optional: ["appAccountToken": .uuid])
}

extension Quote: SchemaCodable {
  package static let schema = Schema.object(
    "Quote",
    [
      "effect": Effect.schema, "charge": .amount, "currency": .string,
      "storefront": StoreStorefront.schema,
    ],
    optional: [
      "offer": StoreOffer.schema, "followingOffer": StoreOffer.schema,
      "lostOffers": .array(StoreOffer.schema, atMost: 2), "renewalPrice": .amount,
      "renewalPeriod": .period,
    ])
}

extension Quote.Effect: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "Effect",
    [
      .object(nil, ["purchase": .object(nil)]),
      .object(nil, ["subscribe": .object(nil, ["renewalDate": .date])]),
      .object(
        nil,
        [
          "upgrade": .object(
            nil, ["from": .string, "refund": .amount, "renewalDate": .date])
        ]),
      .object(nil, ["change": .object(nil, ["from": .string, "effectiveDate": .date])]),
      .object(nil, ["alreadyOwned": .object(nil)]),
    ])
}

extension OrderResult: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "OrderResult",
    [
      .object(nil, ["purchased": Purchase.schema]),
      .object(nil, ["pending": .object(nil)]),
    ])
}

extension Purchase: SchemaCodable {
  package static let schema = Schema.object(
    "Purchase", ["signedTransaction": .jws, "alreadyOwned": .boolean, "scheduled": .boolean],
    optional: ["purchases": CustomerPurchases.schema])
}
