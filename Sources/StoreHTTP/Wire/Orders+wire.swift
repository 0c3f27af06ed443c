package import AppStorePayloads
package import StoreAPI

extension Order: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["quantity": .integer])
}

extension OrderOffer: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, CodingKeys.self)
}

extension OfferSignature: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["timestamp": .date])
}

extension Quote: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["lostOffers": .array(StoreOffer.schema, atMost: 2)])
}

extension Quote.Effect: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, CodingKeys.self)
}

extension OrderResult: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, CodingKeys.self)
}

extension Purchase: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["signedTransaction": .jws])
}
