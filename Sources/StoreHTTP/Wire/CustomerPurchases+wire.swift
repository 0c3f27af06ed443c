package import StoreAPI

extension CustomerPurchases: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, named: "Holdings", ["latest": .array(.jws)])
}

extension CustomerOrder: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["id": .transactionID])
}

extension CustomerOrder.State: SchemaCodable {}
extension WaitingCause: SchemaCodable {}

extension UnfinishedPage: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["transactions": .array(.jws, atMost: limit), "next": .transactionID])
}

extension TransactionsRequest: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self,
    ["limit": .boundedInteger(1...Int64(HistoryPage.limit)), "revision": .revision])
}

extension HistoryPage: SchemaCodable {
  // Its decoding reads the revision only if there are more pages.
  package static let schema = Schema.object(
    "HistoryPage",
    ["signedTransactions": .array(.jws, atMost: limit), "hasMore": .boolean],
    optional: [
      "revision": .revision,
      "refundRequests": .array(TransactionRefundRequest.schema, atMost: limit),
    ])
}

extension TransactionRefundRequest: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["transactionID": .transactionID])
}

extension FinishResult: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["finished": .array(.transactionID)])
}

extension SignedSubscription: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["signedTransaction": .jws, "signedRenewalInfo": .jws])
}

extension PlanChange: SchemaCodable {}
extension PlanChange.Timing: SchemaCodable {}

extension StoreUpdate: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, named: "Update")
}

extension StoreUpdate.Change: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, CodingKeys.self, isOpen: true) { _ in
    ["transaction": .jws, "finished": .transactionID, "deleted": .transactionID]
  }
}
