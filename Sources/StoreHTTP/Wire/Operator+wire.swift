package import AppStorePayloads
package import StoreAPI
package import StoreOperatorAPI

extension ClockMove: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "ClockMove",
    [.object(nil, ["by": .duration]), .object(nil, ["to": .date])])
}

extension OperatorProgress: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["events": .whole])
}

extension OperatorSettings: SchemaCodable {
  package static let schema: Schema = {
    let fields = SchemaReader(Self.self).optional
    // A store of any version has these.
    let names: Set = ["pace", "isRenewalLimited", "gracePeriod", "renewalsFail"]
    return .object(
      "OperatorSettings", fields.filter { names.contains($0.key) },
      optional: fields.filter { !names.contains($0.key) })
  }()
}

extension SimulatedErrors: SchemaCodable {
  /// The errors that are simulated, each under its call.
  package static var schema: Schema {
    .object(
      "SimulatedErrors", [:],
      optional: SimulatedAPI.allCases.reduce(into: [:]) { $0[$1.rawValue] = SimulatedError.schema })
  }
}

extension GracePeriod: SchemaCodable {
  package static let schema = Schema.numberChoice(allCases.map(\.rawValue))
}

extension ConsentRequirement: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "ConsentRequirement",
    [
      .object(
        nil,
        [
          "aboveThreshold": .object(
            nil, ["price": .amount, "limit": .amount, "currency": .string])
        ]),
      .object(nil, ["secondIncrease": .object(nil, ["date": .date])]),
      .object(nil, ["law": .object(nil, ["storefront": .string])]),
    ])
}

extension GracePeriodRenewalType: SchemaCodable {}
extension PriceChangePolicy: SchemaCodable {}

extension RevocationReason: SchemaCodable {
  package static let schema = Schema.boundedInteger(0...1)
}

extension CatalogueChange: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self)
}

extension CatalogueChange.Aspect: SchemaCodable {}

extension PriceChangeCounts: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["dearer": .whole, "asked": .whole, "spared": .whole, "cheaper": .whole])
}

extension OperatorTransaction: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self)
}

extension OperatorSubscription: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self)
}

extension SubscriptionStatusCode: SchemaCodable {
  package static let schema = Schema.numberChoice([1, 2, 3, 4, 5])
}

extension OperatorOrder: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["id": .transactionID, "quantity": .whole])
}

extension OperatorFamily: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self)
}

extension OperatorFamily.Member: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "OperatorFamilyMember")
}

extension OperatorAccount: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["signIns": .whole])
}

extension TransactionPayload: SchemaCodable {
  /// Apple's `JWSTransactionDecodedPayload`.
  package static let schema = Schema.object(
    "JWSTransactionDecodedPayload",
    [
      "transactionId": .transactionID, "originalTransactionId": .transactionID,
      "bundleId": .string, "productId": .string, "purchaseDate": .date,
      "originalPurchaseDate": .date, "quantity": .whole, "type": ProductType.schema,
      "inAppOwnershipType": .choice(["PURCHASED", "FAMILY_SHARED"]), "signedDate": .date,
      "environment": .string, "storefront": .string, "storefrontId": .string,
      "transactionReason": .choice(["PURCHASE", "RENEWAL"]), "currency": .string,
      "price": .whole, "appTransactionId": .string,
    ],
    optional: [
      "webOrderLineItemId": .string, "subscriptionGroupIdentifier": .string,
      "expiresDate": .date, "appAccountToken": .uuid, "revocationReason": .integer,
      "revocationDate": .date, "revocationType": .string, "revocationPercentage": .integer,
      "isUpgraded": .boolean, "offerType": .integer, "offerIdentifier": .string,
      "offerDiscountType": .string, "offerPeriod": .string, "deviceVerification": .data,
      "deviceVerificationNonce": .uuid,
    ])
}

extension RenewalInfoPayload: SchemaCodable {
  /// Apple's `JWSRenewalInfoDecodedPayload`.
  package static let schema = Schema.object(
    "JWSRenewalInfoDecodedPayload",
    [
      "originalTransactionId": .transactionID, "productId": .string,
      "autoRenewStatus": .numberChoice([0, 1]), "signedDate": .date, "environment": .string,
      "recentSubscriptionStartDate": .date, "appTransactionId": .string,
    ],
    optional: [
      "autoRenewProductId": .string, "isInBillingRetryPeriod": .boolean,
      "gracePeriodExpiresDate": .date, "expirationIntent": .integer,
      "priceIncreaseStatus": .numberChoice([0, 1]), "offerType": .integer,
      "offerIdentifier": .string, "offerDiscountType": .string, "offerPeriod": .string,
      "renewalDate": .date, "renewalPrice": .whole, "currency": .string,
      "eligibleWinBackOfferIds": .array(.string), "appAccountToken": .uuid,
      "deviceVerification": .data, "deviceVerificationNonce": .uuid,
    ])
}

extension SimulatedAPI: SchemaCodable {}

extension SimulatedError: SchemaCodable {
  package static let schema = Schema.object(
    "SimulatedError", ["name": .choice(Name.allCases.map(\.rawValue))],
    optional: ["urlErrorCode": .integer])
}

extension OperatorPurchase: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["account": .name])
}

extension OperatorPurchase.RenewalBehavior: SchemaCodable {}

extension SubscriptionReference: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "SubscriptionReference",
    [
      .object(nil, ["productID": .string], optional: ["account": .name]),
      .object(nil, ["transactionID": .transactionID]),
    ])
}
