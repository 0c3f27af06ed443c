package import Foundation

extension Data {
  /// Decodes base64url without padding; returns `nil` if the text is anything else.
  ///
  /// Padding, line breaks, the standard alphabet and trailing bits that are not 0 are refused, so
  /// only one text decodes to the same bytes. Source: RFC 7515, appendix C; RFC 4648, section 3.5.
  package init?(base64URLEncoded text: some Collection<UInt8>) {
    // Foundation decodes the standard alphabet only. Translating, padding, decoding and comparing
    // takes several times as long as this loop, which runs for every token that is verified.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var window: UInt32 = 0
    var pending: UInt32 = 0
    for character in text {
      guard let sextet = Self.sextet(character) else { return nil }
      window = window << 6 | sextet
      pending += 6
      guard pending >= 8 else { continue }
      pending -= 8
      bytes.append(UInt8(truncatingIfNeeded: window >> pending))
    }
    guard pending < 6, window & (1 << pending - 1) == 0 else { return nil }
    self.init(bytes)
  }

  private static func sextet(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// These bytes in base64url without padding, as ASCII.
  package var base64URLEncoded: Data {
    base64EncodedData(options: [.base64URLAlphabet, .omitPaddingCharacter])
  }
}
