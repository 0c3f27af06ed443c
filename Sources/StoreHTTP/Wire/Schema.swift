/// The shape of a JSON value, as JSON Schema 2020-12 writes it.
package indirect enum Schema: Hashable, Sendable {
  /// Text in a `format` of JSON Schema, or matching a pattern, where they are given.
  case text(format: String? = nil, pattern: String? = nil)
  case integer
  case number
  case boolean
  case list(Schema)
  case choice([String])
  case numberChoice([Int])
  case record(Record)
  /// Exactly one of these.
  case oneOf(name: String, [Schema])
  /// This or `null`.
  case nullable(Schema)

  /// An object; one with a name is kept by the document once, under it.
  package struct Record: Hashable, Sendable {
    package var name: String?
    package var required: [String: Schema]
    package var optional: [String: Schema]
  }

  package static let string = text()
  package static let uuid = text(format: "uuid")
  /// Base64 of bytes.
  package static let data = text(format: "byte")
  /// A compact JWS, signed by the store.
  package static let jws = text(pattern: #"^[\w-]+\.[\w-]+\.[\w-]+$"#)
  package static let transactionID = text(pattern: "^[0-9]{1,20}$")
  /// Milliseconds since 1970.
  package static let date = integer
  package static let period = text(pattern: "^P[0-9]+[DWMY]$")

  package static func array(_ element: Schema) -> Schema { .list(element) }

  package static func object(
    _ name: String?, _ required: [String: Schema] = [:], optional: [String: Schema] = [:]
  ) -> Schema {
    .record(Record(name: name, required: required, optional: optional))
  }
}
