package import AppStorePayloads
package import Foundation
package import StoreAPI

/// A value that goes over the wire as JSON of a documented shape.
package protocol SchemaCodable: Codable, Sendable {
  static var schema: Schema { get }
}

/// Nothing: an empty query, or the body `{}`.
package struct NoInput: SchemaCodable, Hashable {
  package init() {}

  package static let schema = Schema.object("NoInput")
}

extension String: SchemaCodable {
  package static var schema: Schema { .string }
}

extension Data: SchemaCodable {
  package static var schema: Schema { .data }
}

extension Int: SchemaCodable {
  package static var schema: Schema { .integer }
}

extension Int32: SchemaCodable {
  package static var schema: Schema { .percentage }
}

extension Date: SchemaCodable {
  package static var schema: Schema { .date }
}

extension Decimal: SchemaCodable {
  package static var schema: Schema { .amount }
}

extension TransactionID: SchemaCodable {
  package static var schema: Schema { .askedTransactionID }
}

extension OrderKey: SchemaCodable {
  package static var schema: Schema { .uuid }
}

extension Bool: SchemaCodable {
  package static var schema: Schema { .boolean }
}

extension Array: SchemaCodable where Element: SchemaCodable {
  package static var schema: Schema { .array(Element.schema) }
}

extension Optional: SchemaCodable where Wrapped: SchemaCodable {
  package static var schema: Schema { .nullable(Wrapped.schema) }
}

extension SchemaCodable where Self: CaseIterable & RawRepresentable<String> {
  package static var schema: Schema { .choice(allCases.map(\.rawValue)) }
}

extension OfferError: SchemaCodable {}
extension FamilyError: SchemaCodable {}
extension ExtensionError: SchemaCodable {}
extension ClockError: SchemaCodable {}
extension SimulatedError.Name: SchemaCodable {}

extension Answer: SchemaCodable where Value: SchemaCodable {
  package static var schema: Schema {
    .object(
      nil, ["value": Value.schema, "time": StoreTime.schema], optional: ["catalogue": .string])
  }
}
