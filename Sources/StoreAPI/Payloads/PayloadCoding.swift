package import Foundation

extension JSONEncoder {
  /// Writes App Store payloads: integer milliseconds, base64 data, sorted keys, nothing for `nil`.
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
  /// Reads what ``Foundation/JSONEncoder/payload`` writes; a fractional millisecond is refused.
  package static var payload: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      return Date(millisecondsSince1970: try container.decode(Int64.self))
    }
    return decoder
  }
}
