import AppStorePayloads
import Foundation
package import StoreAPI

/// The shape of a JSON value, as JSON Schema 2020-12 writes it.
package indirect enum Schema: Hashable, Sendable {
  case text(TextFormat)
  case boundedInteger(ClosedRange<Int64>)
  case number
  /// A number that is an amount of money.
  case amount
  case boolean
  case array(Schema, atMost: Int? = nil)
  case choice([String])
  /// One of these; a client takes any other text too, because a later version may have added it.
  case openChoice([String])
  case numberChoice([Int])
  case record(Record)
  /// Exactly one of these.
  ///
  /// A client ignores what has none of them if `isOpen`: a later version may have added it.
  case oneOf(name: String, [Schema], isOpen: Bool = false)
  /// This or `null`.
  case nullable(Schema)

  /// An object; the document lists one with a name once, under that name.
  package struct Record: Hashable, Sendable {
    package var name: String?
    package var required: [String: Schema]
    package var optional: [String: Schema]
    /// The command that the object represents; `nil` for any other schema.
    package var command: Command?
  }

  /// The description of a command in the document.
  package struct Command: Hashable, Sendable {
    /// One sentence.
    package var summary: String
    /// The name of its result in JSON.
    package var result: String
    /// The errors with which it is refused.
    package var refusals: [StoreErrorCode]
  }

  package static let string = text(.any)
  /// A whole number that every JSON reader represents exactly.
  package static let integer = boundedInteger(-9_007_199_254_740_991...9_007_199_254_740_991)
  /// A count, or a number that only grows: a whole number that every JSON reader has exactly.
  package static let whole = boundedInteger(0...9_007_199_254_740_991)
  /// Thousandths of a percent, including values that are refused.
  package static let percentage = boundedInteger(Int64(Int32.min)...Int64(Int32.max))
  /// As many periods or months as a catalogue can have.
  package static let periods = boundedInteger(0...10_000)
  package static let uuid = text(.uuid)
  /// Base64 of bytes.
  package static let data = text(.data)
  /// A compact JWS, signed by the store.
  package static let jws = text(.jws)
  package static let transactionID = text(.transactionID)
  package static let requestedTransactionID = text(.requestedTransactionID)
  /// Opaque text with which the next page of a list is asked for.
  package static let revision = text(.revision)
  /// Milliseconds since 1970, in the years 1 to 9999.
  package static let date = boundedInteger(Date.payloadMilliseconds)
  package static let duration = text(.duration)
  package static let period = text(.period)
  package static let name = text(.name)
  package static let token = text(.token)
  package static let deviceToken = text(.deviceToken)
  package static let password = text(.password)

  /// The range of an ``amount``.
  package static let amounts = 0...1_000_000_000_000.0

  package static func object(
    _ name: String?, _ required: [String: Schema] = [:], optional: [String: Schema] = [:]
  ) -> Schema {
    .record(Record(name: name, required: required, optional: optional))
  }
}
