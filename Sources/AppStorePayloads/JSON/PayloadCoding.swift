package import Foundation

extension JSONEncoder {
  /// Encodes App Store payloads: integer milliseconds, base64 data, sorted keys, no key for `nil`.
  package static var payload: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.millisecondsSince1970)
    }
    return encoder
  }
}

extension JSONDecoder {
  /// Decodes what ``Foundation/JSONEncoder/payload`` encodes.
  ///
  /// Fractions of a millisecond are refused. Dates outside the years 1 to 9999 are refused too,
  /// because calendars cannot compute with them.
  package static var payload: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let milliseconds = try container.decode(Int64.self)
      guard let date = Date(payloadMilliseconds: milliseconds) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(milliseconds) is not a date in the years 1 to 9999")
      }
      return date
    }
    return decoder
  }
}
