package import StoreAPI

/// The shape of a JSON value, as JSON Schema 2020-12 writes it.
package indirect enum Schema: Hashable, Sendable {
  /// Text, optionally in a `format` of JSON Schema or matching a pattern.
  case text(format: String? = nil, pattern: String? = nil)
  case boundedInteger(ClosedRange<Int64>)
  case number
  case boolean
  case array(Schema, atMost: Int? = nil)
  case choice([String])
  case numberChoice([Int])
  case record(Record)
  /// Exactly one of these.
  case oneOf(name: String, [Schema])
  /// This or `null`.
  case nullable(Schema)

  /// An object; the document lists one with a name once, under that name.
  package struct Record: Hashable, Sendable {
    package var name: String?
    package var required: [String: Schema]
    package var optional: [String: Schema]
    /// What it commands; `nil` if it is not a command.
    package var command: Command?
  }

  /// What the document says about an object that commands something.
  package struct Command: Hashable, Sendable {
    /// One sentence.
    package var summary: String
    /// The name of its result in JSON.
    package var result: String
    /// The faults with which it is refused.
    package var refusals: [FaultCode]
  }

  package static let string = text()
  package static let integer = boundedInteger(.min ... .max)
  package static let uuid = text(format: "uuid")
  /// Base64 of bytes.
  package static let data = text(format: "byte")
  /// A compact JWS, signed by the store.
  package static let jws = text(pattern: #"^[\w-]+\.[\w-]+\.[\w-]+$"#)
  package static let transactionID = text(pattern: "^[0-9]{1,19}$")
  /// Opaque text with which the next page of a list is asked for.
  package static let revision = text(pattern: "^[A-Za-z0-9_-]{1,64}$")
  /// Milliseconds since 1970, in the years 1 to 9999.
  package static let date = boundedInteger(-62_135_769_600_000...253_402_300_799_999)
  /// Years come first; at least one part: `P1M`, `P1DT2H`.
  package static let duration = text(
    pattern: "^P(?=[0-9]|T[0-9])([0-9]{1,6}Y)?([0-9]{1,6}M)?([0-9]{1,6}W)?([0-9]{1,6}D)?"
      + "(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?$")
  package static let period = text(pattern: "^P([1-9][0-9]{0,3}|10000)[DWMY]$")

  /// Of an account or a device: also the name of a folder.
  package static let name = text(pattern: #"^(?!\.{1,2}$)[A-Za-z0-9_.@-]{1,64}$"#)
  package static let deviceToken = text(pattern: "^[A-Za-z0-9_-]{43}$")
  package static let password = text(pattern: #"^[\s\S]{8,256}$"#)

  package static func object(
    _ name: String?, _ required: [String: Schema] = [:], optional: [String: Schema] = [:]
  ) -> Schema {
    .record(Record(name: name, required: required, optional: optional))
  }
}
