package import Foundation
package import StoreAPI

/// A value that goes over the wire as JSON of a documented shape.
package protocol Wire: Codable, Sendable {
  static var schema: Schema { get }
}

/// Nothing: an empty query, or the body `{}`.
package struct NoInput: Wire, Hashable {
  package init() {}

  package static let schema = Schema.object("NoInput")
}

extension String: Wire {
  package static var schema: Schema { .string }
}

extension Data: Wire {
  package static var schema: Schema { .data }
}

extension Bool: Wire {
  package static var schema: Schema { .boolean }
}

extension Int: Wire {
  package static var schema: Schema { .integer }
}

extension Array: Wire where Element: Wire {
  package static var schema: Schema { .array(Element.schema) }
}

extension Optional: Wire where Wrapped: Wire {
  package static var schema: Schema { .nullable(Wrapped.schema) }
}

extension Answer: Wire where Value: Wire {
  package static var schema: Schema {
    .object(nil, ["value": Value.schema, "time": StoreTime.schema])
  }
}
