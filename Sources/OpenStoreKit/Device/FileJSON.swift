import AppStorePayloads

/// JSON in a file of a device, which may be damaged.
package enum FileJSON {
  /// Encodes a value with dates in whole milliseconds.
  package static func encode(_ value: some Encodable) throws -> Data {
    try PlainEncoder.encode(value)
  }

  /// Decodes what ``encode(_:)`` encodes.
  ///
  /// - Returns: `nil` if a value has another type, a date is outside the years 1 to 9999, or a number is
  ///   not between -(2⁵³ - 1) and 2⁵³ - 1: calendars and sums cannot compute with such values.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value? {
    guard let json = try? ParsedJSON(data), json.hasExactNumbers else { return nil }
    return try? json.decode(type)
  }

  /// Decodes the texts of a catalogue file, in which a number may have any value.
  ///
  /// - Returns: `nil` if a value has another type.
  package static func decodeTexts<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value? {
    try? ParsedJSON(data).decode(type)
  }
}
