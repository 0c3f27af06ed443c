import AppStorePayloads
package import StoreAPI

extension OperatorResult: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "OperatorResult",
    CodingKeys.allCases.map {
      .object(nil, [$0.rawValue: .object(nil, $0.values, optional: $0.optionalValues)])
    })
}

extension OperatorResult.CodingKeys {
  fileprivate var values: [String: Schema] {
    switch self {
    case .done: [:]
    case .advanced: ["from": .date, "to": .date, "events": .whole]
    case .settings: ["values": OperatorSettings.schema]
    case .catalogue:
      [
        "version": .whole, "changes": .array(CatalogueChange.schema), "subscribers": .whole,
        "prices": PriceChangeCounts.schema,
      ]
    case .offerKey: ["id": .string, "privateKey": .string]
    case .offerCodes: ["list": .array(OfferCode.schema, atMost: OfferCode.listLimit)]
    case .transactions:
      [
        "list": .array(OperatorTransaction.schema, atMost: HistoryPage.limit), "hasMore": .boolean,
      ]
    case .subscriptions:
      [
        "list": .array(OperatorSubscription.schema, atMost: HistoryPage.limit),
        "hasMore": .boolean,
      ]
    case .orders: ["list": .array(OperatorOrder.schema)]
    case .orderSold:
      ["order": OperatorOrder.schema, "transaction": OperatorTransaction.schema]
    case .orderDeclined: ["order": OperatorOrder.schema]
    case .families: ["list": .array(OperatorFamily.schema)]
    case .refunded, .refundReversed:
      ["transaction": OperatorTransaction.schema, "amount": .amount]
    case .bought:
      [
        "transaction": OperatorTransaction.schema, "alreadyOwned": .boolean,
        "scheduled": .boolean,
      ]
    case .refundDeclined, .deleted: ["transaction": OperatorTransaction.schema]
    case .expired: ["transaction": OperatorTransaction.schema]
    case .renewal: ["transaction": OperatorTransaction.schema]
    case .subscription:
      [
        "transaction": OperatorTransaction.schema, "renewalInfo": RenewalInfoPayload.schema,
        "status": SubscriptionStatusCode.schema,
      ]
    case .accounts: ["list": .array(OperatorAccount.schema)]
    case .accountAdded: ["account": StoreAccount.schema]
    case .passwordChanged:
      ["account": .string, "signIns": .whole, "devices": .array(StoreDevice.schema)]
    case .signedOut: ["account": .string, "signIns": .whole]
    case .deviceRemoved: ["device": StoreDevice.schema, "account": .string]
    }
  }

  fileprivate var optionalValues: [String: Schema] {
    switch self {
    case .renewal: ["autoRenewProductID": .string]
    case .orderSold: ["alreadyOwned": .boolean, "scheduled": .boolean]
    case .transactions, .subscriptions: ["revision": .revision]
    default: [:]
    }
  }
}
