/// A value that is a string in JSON.
package protocol StringCodable: Codable {
  /// Creates the value; `nil` if the string is not a value of this type.
  init?(_ string: String)

  /// The value's string in JSON.
  var string: String { get }

  /// Returns the error message for a string that is not a value of this type.
  static func mismatch(_ string: String) -> String
}

extension StringCodable where Self: LosslessStringConvertible {
  package var string: String { description }
}

extension StringCodable {
  /// - Throws: `DecodingError` unless the string is a value of this type.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let string = try container.decode(String.self)
    guard let value = Self(string) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: Self.mismatch(string))
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}
