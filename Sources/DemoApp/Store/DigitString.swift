/// A transaction ID that is a string of digits in JSON.
///
/// The IDs of a restored store are larger than the whole numbers that every JSON reader represents
/// exactly.
@propertyWrapper package struct DigitString: Codable, Hashable, Sendable {
  package var wrappedValue: UInt64

  package init(wrappedValue: UInt64) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = UInt64(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "this is not a transaction ID")
    }
    wrappedValue = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(wrappedValue))
  }
}
