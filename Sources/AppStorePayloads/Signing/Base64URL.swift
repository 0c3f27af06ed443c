package import Foundation

extension Data {
  /// Decodes base64url without padding; returns `nil` if the text is anything else.
  ///
  /// Padding, line breaks, the standard alphabet and trailing bits that are not 0 are refused, so
  /// only one text decodes to the same bytes. Source: RFC 7515, appendix C; RFC 4648, section 3.5.
  package init?(base64URLEncoded text: some Collection<UInt8>) {
    // Foundation decodes the standard alphabet only. Translating, padding, decoding and comparing
    // takes several times as long as this loop, which runs for every token that is verified.
    var window: UInt32 = 0
    var pending: UInt32 = 0
    var isValid = true
    let sextets = Self.sextets
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 2) { bytes, count in
      for character in text {
        let sextet = sextets[Int(character)]
        guard sextet < 64 else { return isValid = false }
        window = window << 6 | UInt32(sextet)
        pending += 6
        guard pending >= 8 else { continue }
        pending -= 8
        bytes[count] = UInt8(truncatingIfNeeded: window >> pending)
        count += 1
      }
    }
    guard isValid, pending < 6, window & (1 << pending - 1) == 0 else { return nil }
    self.init(bytes)
  }

  /// The value of each character; 64 for those that are not of the alphabet.
  private static let sextets: [UInt8] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    var values = [UInt8](repeating: 64, count: 256)
    for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// These bytes in base64url without padding, as ASCII.
  package var base64URLEncoded: Data {
    base64EncodedData(options: [.base64URLAlphabet, .omitPaddingCharacter])
  }
}
