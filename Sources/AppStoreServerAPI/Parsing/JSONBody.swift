import AppStorePayloads
import Foundation

/// The fields of a request's body.
///
/// A field with the value `null` counts as missing. Fields that the API does not have are ignored: a
/// client of a later version may send them.
package struct JSONBody: Sendable {
  private let object: ParsedJSON

  /// - Throws: ``APIError/generalBadRequest`` unless the bytes are a JSON object that every reader
  ///   understands in the same way (``AppStorePayloads/ParsedJSON``).
  package init(_ bytes: some Sequence<UInt8>) throws(APIError) {
    guard let object = try? ParsedJSON(bytes), case .object = object else {
      throw .generalBadRequest
    }
    self.object = object
  }

  /// Returns the value of a field; `nil` if it is missing.
  ///
  /// - Throws: `error` if the value has another type.
  func value<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self, else error: APIError
  ) throws(APIError) -> Value? {
    guard let field = object[name] else { return nil }
    if case .null = field { return nil }
    guard let value = try? field.decode(type) else { throw error }
    return value
  }

  /// Returns the value of a field.
  ///
  /// - Throws: `error` if the field is missing, or if its value has another type.
  func required<Value: Decodable>(
    _ name: String, as type: Value.Type = Value.self, else error: APIError
  ) throws(APIError) -> Value {
    guard let value = try value(name, as: type, else: error) else { throw error }
    return value
  }

  /// Returns the value of a field as a whole number.
  ///
  /// - Throws: `error` if the field is missing, if it is not a whole number, or if it is out of range.
  func number(_ name: String, in range: ClosedRange<Int>, else error: APIError) throws(APIError)
    -> Int
  {
    let number = try required(name, as: Int.self, else: error)
    guard range.contains(number) else { throw error }
    return number
  }

  /// Returns the date in a field, which has milliseconds since 1970.
  ///
  /// - Throws: `error` if the field is missing, if it is not a whole number, or if the date is before
  ///   1970 or after the year 9999.
  func date(_ name: String, else error: APIError) throws(APIError) -> Date {
    let milliseconds = try required(name, as: Int64.self, else: error)
    guard let date = Date(requestMilliseconds: milliseconds) else { throw error }
    return date
  }
}
