package import AppStorePayloads

extension TransactionPayload: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, named: "JWSTransactionDecodedPayload",
    [
      "transactionId": .transactionID, "originalTransactionId": .transactionID,
      "quantity": .whole,
    ])
}

extension RenewalInfoPayload: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, named: "JWSRenewalInfoDecodedPayload",
    ["originalTransactionId": .transactionID])
}

extension RevocationReason: SchemaCodable {
  package static let schema = Schema.boundedInteger(0...1)
}

extension ExpirationIntent: SchemaCodable {}
extension OfferDiscountType: SchemaCodable {}
extension OfferType: SchemaCodable {}
extension OwnershipType: SchemaCodable {}
extension PriceIncreaseStatus: SchemaCodable {}
extension RenewalInfoPayload.AutoRenewStatus: SchemaCodable {}
extension RevocationType: SchemaCodable {}
extension StoreEnvironment: SchemaCodable {}
extension SubscriptionStatusCode: SchemaCodable {}
extension TransactionReason: SchemaCodable {}
