package import Foundation

extension Data {
  /// The bytes that `text` writes in base64url without padding; `nil` for every other spelling.
  ///
  /// Padding, line breaks, the standard alphabet and stray trailing bits are refused, so the same
  /// bytes have one spelling only. Source: RFC 7515, appendix C; RFC 4648, section 3.5.
  package init?(base64URLEncoded text: some Collection<UInt8>) {
    var standard = text.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    standard += repeatElement(UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
    guard let data = Data(base64Encoded: Data(standard)) else { return nil }
    guard data.base64URLEncoded.elementsEqual(text) else { return nil }
    self = data
  }

  /// These bytes in base64url without padding, as ASCII.
  package var base64URLEncoded: Data {
    base64EncodedData(options: [.base64URLAlphabet, .omitPaddingCharacter])
  }
}
