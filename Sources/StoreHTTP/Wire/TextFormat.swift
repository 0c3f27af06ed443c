import AppStorePayloads
import Foundation
import StoreAPI

/// How a text is written, as JSON Schema describes it.
package enum TextFormat: Hashable, Sendable, CaseIterable {
  case any
  case uuid
  /// Base64 of bytes.
  case data
  /// A compact JWS, signed by the store.
  case jws
  case transactionID
  /// The ID of a transaction in a request: any unsigned 64-bit integer.
  case requestedTransactionID
  /// Opaque text with which the next page of a list is asked for.
  case revision
  /// Years come first; at least one part: `P1M`, `P1DT2H`.
  case duration
  case period
  /// The name of an account or a device, which is also the name of a folder.
  case name
  /// Of a sign-in or a device: it goes into a header.
  case token
  /// The token that a client chooses for its device.
  case deviceToken
  case password

  /// A `format` of JSON Schema.
  package var format: String? {
    switch self {
    case .uuid: "uuid"
    case .data: "byte"
    default: nil
    }
  }

  /// A regular expression of ECMA-262 that the whole text matches.
  package var pattern: String? {
    switch self {
    case .any, .uuid, .data: nil
    case .jws: #"^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$"#
    case .transactionID: "^[0-9]{1,19}$"
    case .requestedTransactionID: "^[0-9]{1,20}$"
    case .revision: "^[A-Za-z0-9_-]{1,64}$"
    case .duration:
      "^P(?=[0-9]|T[0-9])([0-9]{1,6}Y)?([0-9]{1,6}M)?([0-9]{1,6}W)?([0-9]{1,6}D)?"
        + "(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?$"
    case .period: "^P([1-9][0-9]{0,3}|10000)[DWMY]$"
    case .name: #"^(?!\.{1,2}$)[A-Za-z0-9_.@-]{1,64}$"#
    case .token: "^[!-~]{1,512}$"
    case .deviceToken: "^[A-Za-z0-9_-]{43}$"
    case .password: #"^[\s\S]{8,256}$"#
    }
  }

  /// What the text is not, if it does not match.
  private var noun: String {
    switch self {
    case .any: "text"
    case .uuid: "a UUID"
    case .data: "base64"
    case .jws: "a signed token"
    case .transactionID, .requestedTransactionID: "a transaction's ID"
    case .revision: "a page's revision"
    case .duration: "a duration"
    case .period: "a period"
    case .name: "a name that an account or a device can have"
    case .token, .deviceToken: "a token"
    case .password: "a password"
    }
  }
}

extension TextFormat {
  func check(_ text: ParsedJSON.Text) throws(SchemaMismatchError) {
    guard text.withBytes({ matches($0) }) else { throw SchemaMismatchError("this is not \(noun)") }
  }

  /// Whether the text with these bytes is of this format.
  ///
  /// The texts that answers repeat often are compared byte by byte, because a regular expression takes a
  /// hundred times as long.
  package func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .any, .data: true
    case .uuid: LowercaseUUID(String(decoding: bytes, as: UTF8.self)) != nil
    case .jws: Self.isJWS(bytes)
    case .transactionID: (1...19).contains(bytes.count) && bytes.allSatisfy(Self.isDigit)
    case .requestedTransactionID: (1...20).contains(bytes.count) && bytes.allSatisfy(Self.isDigit)
    case .revision: (1...64).contains(bytes.count) && bytes.isBase64URL
    case .name: NameRule.allows(String(decoding: bytes, as: UTF8.self))
    case .token: (1...512).contains(bytes.count) && bytes.allSatisfy { 0x21...0x7E ~= $0 }
    case .deviceToken: bytes.count == 43 && bytes.isBase64URL
    case .period:
      Period(String(decoding: bytes, as: UTF8.self))?.description.utf8.elementsEqual(bytes) == true
    case .duration, .password: matchesPattern(String(decoding: bytes, as: UTF8.self))
    }
  }

  private func matchesPattern(_ text: String) -> Bool {
    guard let pattern, let expression = try? Regex(pattern) else { return true }
    return text.wholeMatch(of: expression) != nil
  }

  private static func isJWS(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let dot = UInt8(ascii: ".")
    guard let first = bytes.place(of: dot, from: 0),
      let second = bytes.place(of: dot, from: first + 1)
    else { return false }
    let parts = [0..<first, first + 1..<second, second + 1..<bytes.count]
    return parts.allSatisfy {
      !$0.isEmpty && UnsafeRawBufferPointer(rebasing: bytes[$0]).isBase64URL
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are characters of base64url.
  ///
  /// Most of what a store sends is signed, so this is most of a check. Without a branch in the loop the
  /// compiler compares sixteen bytes at once.
  fileprivate var isBase64URL: Bool {
    var others: UInt8 = 0
    for byte in self {
      let isLetter: UInt8 = (byte | 0x20) &- 0x61 < 26 ? 1 : 0
      let isDigit: UInt8 = byte &- 0x30 < 10 ? 1 : 0
      let isSign: UInt8 = (byte == 0x2D ? 1 : 0) | (byte == 0x5F ? 1 : 0)
      others |= (isLetter | isDigit | isSign) ^ 1
    }
    return others == 0
  }
}
