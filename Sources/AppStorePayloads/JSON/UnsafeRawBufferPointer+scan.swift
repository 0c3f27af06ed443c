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
    var found: UInt8 = 0
    for byte in self {
      found |= byte < 0x20 ? 1 : 0
      found |= byte == UInt8(ascii: "\"") ? 1 : 0
      found |= byte == UInt8(ascii: "\\") ? 1 : 0
    }
    return found == 0
  }

  /// Whether every character is ASCII.
  var isASCII: Bool {
    var found: UInt8 = 0
    for byte in self { found |= byte }
    return found < 0x80
  }
}
