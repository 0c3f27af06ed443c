/// A transaction ID that is a string of digits in JSON.
///
/// The IDs of a restored store are larger than the whole numbers that every JSON reader represents
/// exactly.
@propertyWrapper package struct DigitString<Value: DigitRepresentable>: Codable, Hashable, Sendable
{
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let digits = container.decodeNil() ? nil : try container.decode(String.self)
    guard let value = Value(digits: digits) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "this is not a transaction ID")
    }
    wrappedValue = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue.digits)
  }
}

/// A transaction ID, or an optional one.
package protocol DigitRepresentable: Hashable, Sendable {
  /// Fails if `digits` are not a transaction ID; only an optional ID accepts `nil`.
  init?(digits: String?)
  var digits: String? { get }
}

extension UInt64: DigitRepresentable {
  package init?(digits: String?) {
    guard let digits else { return nil }
    self.init(digits)
  }

  package var digits: String? { String(self) }
}

extension UInt64?: DigitRepresentable {
  package init?(digits: String?) {
    guard let digits else {
      self = .none
      return
    }
    guard let id = UInt64(digits) else { return nil }
    self = .some(id)
  }

  package var digits: String? { map { String($0) } }
}
