extension ParsedJSON {
  /// The characters of a string or a number, which become a `String` when one is needed.
  package struct Text: Sendable {
    private let bytes: [UInt8]
    private let range: Range<Int>

    /// The valid UTF-8 in a part of `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
      self.bytes = bytes
      self.range = range
    }
  }
}

extension ParsedJSON.Text {
  package var string: String { String(decoding: bytes[range], as: UTF8.self) }

  /// Calls `body` with the UTF-8 of the text.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Whether it has at most 15 characters, all of them digits: a number below 2⁵³.
  ///
  /// Those of payloads are such numbers, and need not become a `Double`.
  var isShortNumber: Bool {
    range.count <= 15
      && bytes[range].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  func isEqual(to text: UnsafeBufferPointer<UInt8>) -> Bool {
    range.count == text.count && withBytes { $0.elementsEqual(text) }
  }

  func precedes(_ other: Self) -> Bool {
    bytes[range].lexicographicallyPrecedes(other.bytes[other.range])
  }
}
