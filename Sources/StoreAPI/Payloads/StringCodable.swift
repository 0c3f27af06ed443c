/// A value that JSON holds as a string.
package protocol StringCodable: Codable {
  /// `nil` unless the string is a value of this type.
  init?(_ string: String)

  /// The string that JSON holds.
  var string: String { get }

  /// The error's sentence about a string that is no value of this type.
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
