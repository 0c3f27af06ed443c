package import Foundation

/// A UUID that is encoded in lower case, as in Apple's payloads.
package struct LowercaseUUID: Hashable, Sendable {
  package let uuid: UUID

  package init(_ uuid: UUID) {
    self.uuid = uuid
  }
}

extension LowercaseUUID {
  /// Reads hexadecimal digits in groups of 8, 4, 4, 4 and 12, in upper or lower case; `nil` for any
  /// other text.
  ///
  /// On Linux, Foundation also reads a sign, a space or `0x` instead of digits, and ignores everything
  /// after a NUL.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36, bytes.indices.allSatisfy({ Self.allows(bytes[$0], at: $0) }),
      let uuid = UUID(uuidString: text)
    else { return nil }
    self.init(uuid)
  }

  private static func allows(_ byte: UInt8, at index: Int) -> Bool {
    switch (index, byte) {
    case (8, _), (13, _), (18, _), (23, _): byte == UInt8(ascii: "-")
    case (_, UInt8(ascii: "0")...UInt8(ascii: "9")), (_, UInt8(ascii: "a")...UInt8(ascii: "f")),
      (_, UInt8(ascii: "A")...UInt8(ascii: "F")):
      true
    default: false
    }
  }
}

extension LowercaseUUID: CustomStringConvertible {
  package var description: String { String(decoding: ascii, as: UTF8.self) }

  private static let digits = Array("0123456789abcdef".utf8)

  /// The 36 characters.
  ///
  /// Verifying a token needs two of them, and Foundation's text takes several times as long.
  var ascii: [UInt8] {
    let digits = Self.digits
    return withUnsafeBytes(of: uuid.uuid) { bytes in
      var text: [UInt8] = []
      text.reserveCapacity(36)
      for (index, byte) in bytes.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return text
    }
  }
}

extension LowercaseUUID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let uuid = LowercaseUUID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not a UUID")
    }
    self = uuid
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
