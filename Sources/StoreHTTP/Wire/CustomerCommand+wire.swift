package import AppStorePayloads
package import StoreAPI

extension CustomerCommand: SchemaCodable {
  package static let schema = Schema.cases(of: Self.self, CodingKeys.self) { _ in
    ["price": .number]
  }
}

extension RenewalCharge: SchemaCodable {
  package static let schema = Schema.fields(of: Self.self, ["price": .number])
}

extension RefundReason: SchemaCodable {}

extension RefundRequestState: SchemaCodable {
  package static let schema = Schema.openChoice(
    allCases.filter { $0 != .unknown }.map(\.rawValue))
}

extension RefundRequest: SchemaCodable {}

extension ConsumptionReport: SchemaCodable {}

extension DeliveryStatus: SchemaCodable {}

extension RefundPreference: SchemaCodable {}
