package import Foundation

extension Data {
  /// Whether every number in this JSON is between -(2⁵³ - 1) and 2⁵³ - 1.
  ///
  /// Every JSON reader represents these whole numbers exactly (RFC 8259, section 6), and a sum of
  /// some of them always fits an `Int`. Files, answers and payloads of this program have no other
  /// numbers; transaction IDs are strings.
  package var hasExactNumbers: Bool {
    withUnsafeBytes { bytes in
      var scanner = NumberScanner(bytes: bytes)
      while let number = scanner.next() {
        guard number.isExact else { return false }
      }
      return true
    }
  }
}

/// Finds the numbers in JSON; it does not check that the JSON is valid.
private struct NumberScanner {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Returns the next number outside a string; `nil` at the end.
  mutating func next() -> Slice<UnsafeRawBufferPointer>? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        skipText()
      } else if Self.isDigit(byte) {
        return number()
      } else {
        position += 1
      }
    }
    return nil
  }

  private mutating func skipText() {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
  }

  /// The sign before it does not change its magnitude.
  private mutating func number() -> Slice<UnsafeRawBufferPointer> {
    let start = position
    while position < bytes.count, Self.isPart(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    isDigit(byte) || "+-.eE".utf8.contains(byte)
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Fifteen characters without an exponent are always exact.
  fileprivate var isExact: Bool {
    if count <= 15, !contains(UInt8(ascii: "e")), !contains(UInt8(ascii: "E")) { return true }
    guard let number = Double(String(decoding: self, as: UTF8.self)) else { return false }
    return number < 0x1p53
  }
}
