package import Foundation

/// A UUID that is encoded in lower case, as in Apple's payloads.
package struct LowercaseUUID: Hashable, Sendable {
  package let uuid: UUID

  package init(_ uuid: UUID) {
    self.uuid = uuid
  }
}

extension LowercaseUUID: CustomStringConvertible {
  package var description: String { String(decoding: ascii, as: UTF8.self) }

  /// The 36 characters.
  ///
  /// Verifying a token needs two of them, and Foundation's text takes several times as long.
  var ascii: [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
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
    self.init(try decoder.singleValueContainer().decode(UUID.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
