import Foundation

extension UnsafeRawBufferPointer {
  /// The place of the first such byte at or after `start`; `nil` if there is none.
  package func place(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress,
      let found = memchr(base + start, CInt(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether JSON has these characters in a string as they are.
  ///
  /// A loop without an early end compares many bytes at once.
  var isPlain: Bool {
    var others: UInt8 = 0
    for byte in self {
      let isControl: UInt8 = byte < 0x20 ? 1 : 0
      let isSign: UInt8 = (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
      others |= isControl | isSign
    }
    return others == 0
  }

  /// Whether every character is ASCII.
  var isASCII: Bool {
    var others: UInt8 = 0
    for byte in self { others |= byte }
    return others < 0x80
  }
}
