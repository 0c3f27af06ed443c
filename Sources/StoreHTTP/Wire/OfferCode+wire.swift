package import StoreAPI
package import StoreOperatorAPI

extension OfferCode: SchemaCodable {
  package static let schema = Schema.fields(
    of: Self.self, ["redemptions": .whole, "limit": .whole])
}

extension OfferCodeRequest: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self)
}
