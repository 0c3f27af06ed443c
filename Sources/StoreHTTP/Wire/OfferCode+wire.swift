package import StoreAPI

extension OfferCode: SchemaCodable {
  package static let schema = Schema.object(
    "OfferCode",
    [
      "code": .string, "productID": .string, "reference": .string, "isCustom": .boolean,
      "redemptions": .whole,
    ], optional: ["limit": .whole, "expirationDate": .date])
}

extension OfferCodeRequest: SchemaCodable {
  package static let schema = Schema.object(
    "OfferCodeRequest", ["reference": .string],
    optional: ["custom": .string, "number": .integer, "expirationDate": .date])
}
