import Foundation

/// The secret with which a device signs in; its description does not show it.
///
/// The client that registers the device chooses it, so that a registration can be repeated.
package struct DeviceToken: StringCodable, Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// 43 characters of base64url, which encode 32 bytes.
  package let string: String

  /// `nil` unless the string is 43 characters of base64url.
  package init?(_ string: String) {
    guard string.utf8.count == 43, string.utf8.allSatisfy(Self.isAllowed) else { return nil }
    self.string = string
  }

  private init(bytes: Data) {
    string = String(decoding: bytes.base64URLEncoded, as: UTF8.self)
  }

  /// Returns a token of 256 random bits.
  package static func random() -> DeviceToken {
    var generator = SystemRandomNumberGenerator()
    return DeviceToken(
      bytes: Data((0..<32).map { _ in .random(in: .min ... .max, using: &generator) }))
  }

  /// Does not name the string, which is a secret.
  package static func mismatch(_ string: String) -> String {
    "a token is 43 characters of base64url"
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
