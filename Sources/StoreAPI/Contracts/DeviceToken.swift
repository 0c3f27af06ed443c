import Foundation

/// What signs a device in: a secret that whoever registers the device chooses, so that a
/// registration can be repeated; not printable by accident.
package struct DeviceToken: Codable, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// 43 characters of base64url, as 32 bytes make them.
  package let text: String

  /// `nil` unless the text is 43 characters of base64url.
  package init?(_ text: String) {
    guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.text = text
  }

  private init(bytes: Data) {
    text = String(decoding: bytes.base64URLEncoded, as: UTF8.self)
  }

  /// - Throws: `DecodingError` unless the text is 43 characters of base64url.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = Self(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a token is 43 characters of base64url")
    }
    self = token
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// 256 bits that nobody foretells.
  package static func random() -> DeviceToken {
    var generator = SystemRandomNumberGenerator()
    return DeviceToken(
      bytes: Data((0..<32).map { _ in .random(in: .min ... .max, using: &generator) }))
  }

  package var description: String { "a device's token" }
  package var debugDescription: String { description }

  private static func isAllowed(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
