import AppStorePayloads
import Foundation

/// The secret with which a device signs in; its description does not show it.
///
/// The client that registers the device chooses it, so that a registration can be repeated.
package struct DeviceToken: Hashable, Sendable {
  /// 43 characters of base64url, which encode 32 bytes.
  package let string: String

  /// Returns a token of 256 random bits.
  package static func random() -> DeviceToken {
    let bytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    return DeviceToken(string: String(decoding: bytes.base64URLEncoded, as: UTF8.self))
  }
}

extension DeviceToken: StringCodable {
  /// `nil` unless the string is 43 characters of base64url.
  package init?(_ string: String) {
    guard string.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil else { return nil }
    self.init(string: string)
  }

  /// Does not name the string, which is a secret.
  package static func mismatch(_ string: String) -> String {
    "a token is 43 characters of base64url"
  }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible {
  package var description: String { "a device's token" }
  package var debugDescription: String { description }
}
