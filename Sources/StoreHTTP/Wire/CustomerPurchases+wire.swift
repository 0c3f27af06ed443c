package import StoreAPI

extension CustomerPurchases: SchemaCodable {
  package static let schema = Schema.object(
    "Holdings",
    [
      "latest": .array(.jws), "subscriptions": .array(SignedSubscription.schema),
      "usedIntroductoryOffers": .array(.string), "sequence": .whole,
    ], optional: ["orders": .array(CustomerOrder.schema)])
}

extension CustomerOrder: SchemaCodable {
  package static let schema = Schema.object(
    "CustomerOrder",
    [
      "id": .transactionID, "productID": .string, "cause": WaitingCause.schema,
      "state": .choice(State.allCases.map(\.rawValue)), "date": .date,
    ], optional: ["quantity": .whole])
}

extension WaitingCause: SchemaCodable {
  package static let schema = Schema.choice(allCases.map(\.rawValue))
}

extension UnfinishedPage: SchemaCodable {
  package static let schema = Schema.object(
    "UnfinishedPage", ["transactions": .array(.jws, atMost: limit)],
    optional: ["next": .transactionID])
}

extension TransactionsRequest: SchemaCodable {
  package static let schema = Schema.object(
    "TransactionsRequest",
    [
      "includingFinishedConsumables": .boolean,
      "limit": .boundedInteger(1...Int64(HistoryPage.limit)),
    ],
    optional: ["productID": .string, "revision": .revision])
}

extension HistoryPage: SchemaCodable {
  package static let schema = Schema.object(
    "HistoryPage",
    ["signedTransactions": .array(.jws, atMost: limit), "hasMore": .boolean],
    optional: [
      "revision": .revision,
      "refundRequests": .array(TransactionRefundRequest.schema, atMost: limit),
    ])
}

extension TransactionRefundRequest: SchemaCodable {
  package static let schema = Schema.object(
    "TransactionRefundRequest",
    ["transactionID": .transactionID, "state": RefundRequestState.schema])
}

extension FinishResult: SchemaCodable {
  package static let schema = Schema.object(
    "FinishResult",
    ["finished": .array(.transactionID), "unknown": .array(.askedTransactionID)])
}

extension SignedSubscription: SchemaCodable {
  package static let schema = Schema.object(
    "SignedSubscription",
    ["groupID": .string, "signedTransaction": .jws, "signedRenewalInfo": .jws],
    optional: [
      "planChanges": .array(PlanChange.schema), "groupLevel": .whole,
      "isSharedWithFamily": .boolean,
    ])
}

extension PlanChange: SchemaCodable {
  package static let schema = Schema.object(
    "PlanChange",
    ["productID": .string, "timing": .choice(Timing.allCases.map(\.rawValue))])
}

extension StoreUpdate: SchemaCodable {
  package static let schema = Schema.object(
    "Update", ["sequence": .whole, "change": Change.schema],
    optional: ["subscription": SignedSubscription.schema])
}

extension StoreUpdate.Change: SchemaCodable {
  package static let schema = Schema.oneOf(
    name: "Change",
    [
      .object(nil, ["transaction": .jws]),
      .object(nil, ["subscription": SignedSubscription.schema]),
      .object(nil, ["finished": .transactionID]),
      .object(nil, ["deleted": .transactionID]),
      .object(nil, ["orders": .object(nil)]),
      .object(nil, ["refundRequest": TransactionRefundRequest.schema]),
      .object(nil, ["time": .object(nil)]),
      .object(nil, ["products": .object(nil)]),
    ], isOpen: true)
}
