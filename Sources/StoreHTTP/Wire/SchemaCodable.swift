package import AppStorePayloads
package import Foundation
package import StoreAPI
import Synchronization

/// A value that goes over the wire as JSON of a documented shape.
package protocol SchemaCodable: Codable, Sendable {
  /// The default is an object with the type's name and the fields that its decoding reads.
  static var schema: Schema { get }
}

extension SchemaCodable {
  package static var schema: Schema {
    let type = ObjectIdentifier(Self.self)
    if let schema = derivedSchemas.withLock({ $0[type] }) { return schema }
    let schema = Schema.fields(of: Self.self)
    derivedSchemas.withLock { $0[type] = schema }
    return schema
  }
}

/// The derived schemas so far, by type.
private let derivedSchemas = Mutex<[ObjectIdentifier: Schema]>([:])

/// Nothing: an empty query, or the body `{}`.
package struct NoInput: SchemaCodable, Hashable {
  package init() {}
}

extension String: SchemaCodable {
  package static var schema: Schema { .string }
}

extension Data: SchemaCodable {
  package static var schema: Schema { .data }
}

extension Int: SchemaCodable {
  package static var schema: Schema { .whole }
}

extension Int64: SchemaCodable {
  package static var schema: Schema { .whole }
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
  package static var schema: Schema { .requestedTransactionID }
}

extension OrderKey: SchemaCodable {
  package static var schema: Schema { .uuid }
}

extension LowercaseUUID: SchemaCodable {
  package static var schema: Schema { .uuid }
}

extension Period: SchemaCodable {
  package static var schema: Schema { .period }
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

extension SchemaCodable where Self: CaseIterable & RawRepresentable<Int> {
  package static var schema: Schema { .numberChoice(allCases.map(\.rawValue)) }
}

extension OfferError: SchemaCodable {}
extension FamilyError: SchemaCodable {}
extension ExtensionError: SchemaCodable {}
extension ClockError: SchemaCodable {}

extension Answer: SchemaCodable where Value: SchemaCodable {
  package static var schema: Schema {
    .object(
      nil, ["value": Value.schema, "time": StoreTime.schema], optional: ["catalogue": .string])
  }
}
