package import AppStorePayloads
package import StoreAPI

extension ClockMove: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "ClockMove",
    [.object(nil, ["by": .duration]), .object(nil, ["to": .date])])
}

extension OperatorProgress: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorProgress",
    ["from": .date, "reached": .date, "target": .date, "events": .whole])
}

extension OperatorSettings: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorSettings",
    [
      "pace": Pace.schema, "isRenewalLimited": .boolean, "gracePeriod": GracePeriod.schema,
      "renewalsFail": .boolean,
    ],
    optional: [
      "storefront": .string, "locale": .string, "askToBuy": .boolean,
      "interruptedPurchases": .boolean, "refundsAtOnce": .boolean,
      "gracePeriodRenewalType": GracePeriodRenewalType.schema,
      "simulatedErrors": SimulatedAPI.errorsSchema,
    ])
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

extension GracePeriodRenewalType: SchemaCodable {
  package static let schema = Schema.choice(allCases.map(\.rawValue))
}

extension CatalogueChange: SchemaCodable {
  package static let schema = Schema.object(
    "CatalogueChange",
    [
      "productID": .string,
      "aspects": .array(.choice(CatalogueChange.Aspect.allCases.map(\.rawValue))),
      "isForSale": .boolean, "price": .amount, "currency": .string,
    ],
    optional: ["previousPrice": .amount])
}

extension PriceChangeCounts: SchemaCodable {
  package static let schema = Schema.object(
    "PriceChangeCounts",
    ["dearer": .whole, "asked": .whole, "spared": .whole, "cheaper": .whole])
}

extension OperatorTransaction: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorTransaction",
    [
      "account": .string, "transaction": TransactionPayload.schema, "isFinished": .boolean,
    ],
    optional: [
      "refundRequest": RefundRequest.schema, "status": SubscriptionStatusCode.schema,
    ])
}

extension OperatorSubscription: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorSubscription",
    [
      "transaction": OperatorTransaction.schema, "renewalInfo": RenewalInfoPayload.schema,
      "status": SubscriptionStatusCode.schema,
    ])
}

extension SubscriptionStatusCode {
  static let schema = Schema.numberChoice([1, 2, 3, 4, 5])
}

extension OperatorOrder: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorOrder",
    [
      "id": .transactionID, "account": .string, "productID": .string, "quantity": .whole,
      "cause": WaitingCause.schema, "date": .date,
    ], optional: ["charge": .amount, "currency": .string, "isShared": .boolean])
}

extension OperatorFamily: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorFamily", ["organizer": .string, "members": .array(Member.schema)])
}

extension OperatorFamily.Member: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorFamilyMember", ["account": .string, "isSharing": .boolean],
    optional: ["unsharedPlans": .array(.string)])
}

extension OperatorAccount: SchemaCodable {
  package static let schema = Schema.object(
    "OperatorAccount",
    [
      "name": .string, "hasPassword": .boolean, "signIns": .whole,
      "devices": .array(StoreDevice.schema),
    ])
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

extension SimulatedAPI {
  static let schema = Schema.choice(allCases.map(\.rawValue))

  /// The errors that are simulated, each under its call.
  static let errorsSchema = Schema.object(
    "SimulatedErrors", [:],
    optional: allCases.reduce(into: [:]) { $0[$1.rawValue] = SimulatedError.schema })
}

extension SimulatedError: SchemaCodable {
  package static let schema = Schema.object(
    "SimulatedError", ["name": .choice(Name.allCases.map(\.rawValue))],
    optional: ["urlErrorCode": .integer])
}
