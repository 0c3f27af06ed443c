import Foundation

/// Reads JSON text value by value, without making values of it.
///
/// It follows RFC 8259. It leaves to Foundation's decoder, which reads the same bytes afterwards,
/// whether text is UTF-8 and has only valid escapes.
struct JSONCursor {
  /// The kind of a value, which its first byte says.
  enum Kind {
    case object, array, string, number, boolean, null
  }

  /// The bytes between the quotes of a string.
  struct Text {
    let bytes: UnsafeRawBufferPointer
    let hasEscapes: Bool
  }

  /// Arrays and objects in each other; Foundation's decoder stops at 512 too.
  private static let depthLimit = 512

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var depth = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The kind of the next value.
  mutating func kind() throws(SchemaMismatch) -> Kind {
    skipSpace()
    guard let byte = peek else { throw .notJSON }
    return switch byte {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: throw .notJSON
    }
  }

  /// Throws unless nothing but space follows.
  mutating func end() throws(SchemaMismatch) {
    skipSpace()
    guard position == bytes.count else { throw .notJSON }
  }
}

// MARK: - Values

extension JSONCursor {
  mutating func string() throws(SchemaMismatch) -> Text {
    try expect(UInt8(ascii: "\""))
    var end = try quote(from: position)
    // Without an escape, as nearly always, the first quote is the end.
    let hasEscapes = bytes.place(of: UInt8(ascii: "\\"), in: position..<end) != nil
    if hasEscapes { end = try escapedEnd() }
    defer { position = end + 1 }
    return Text(
      bytes: UnsafeRawBufferPointer(rebasing: bytes[position..<end]), hasEscapes: hasEscapes)
  }

  private func escapedEnd() throws(SchemaMismatch) -> Int {
    var index = position
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else { throw .notJSON }
    return index
  }

  private func quote(from begin: Int) throws(SchemaMismatch) -> Int {
    guard let place = bytes.place(of: UInt8(ascii: "\""), in: begin..<bytes.count) else {
      throw .notJSON
    }
    return place
  }

  /// The characters of a number, which may be malformed.
  mutating func number() -> Substring {
    let begin = position
    while let byte = peek, Self.isNumeric(byte) { position += 1 }
    return Substring(decoding: bytes[begin..<position], as: UTF8.self)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  mutating func boolean() throws(SchemaMismatch) {
    try word(peek == UInt8(ascii: "t") ? "true" : "false")
  }

  mutating func null() throws(SchemaMismatch) { try word("null") }

  /// Calls `element` before each value of an array, which it has to read.
  mutating func array(
    _ element: (inout JSONCursor, _ index: Int) throws(SchemaMismatch) -> Void
  ) throws(SchemaMismatch) {
    try open(UInt8(ascii: "["))
    var index = 0
    while try next(of: index, closing: UInt8(ascii: "]")) {
      try element(&self, index)
      index += 1
    }
  }

  /// Calls `field` before each value of an object, which it has to read.
  mutating func object(
    _ field: (inout JSONCursor, _ name: Text) throws(SchemaMismatch) -> Void
  ) throws(SchemaMismatch) {
    try open(UInt8(ascii: "{"))
    var index = 0
    while try next(of: index, closing: UInt8(ascii: "}")) {
      skipSpace()
      let name = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      try field(&self, name)
      index += 1
    }
  }

  /// Reads a value of any kind.
  mutating func skip() throws(SchemaMismatch) {
    switch try kind() {
    case .object: try object { (cursor, _) throws(SchemaMismatch) in try cursor.skip() }
    case .array: try array { (cursor, _) throws(SchemaMismatch) in try cursor.skip() }
    case .string: _ = try string()
    case .number: _ = number()
    case .boolean: try boolean()
    case .null: try null()
    }
  }
}

// MARK: - Bytes

extension JSONCursor {
  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func expect(_ byte: UInt8) throws(SchemaMismatch) {
    guard peek == byte else { throw .notJSON }
    position += 1
  }

  private mutating func word(_ word: StaticString) throws(SchemaMismatch) {
    for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
  }

  private mutating func open(_ byte: UInt8) throws(SchemaMismatch) {
    try expect(byte)
    depth += 1
    guard depth <= Self.depthLimit else { throw .notJSON }
  }

  /// Whether there is another element, after `count`; otherwise the end has been read.
  private mutating func next(of count: Int, closing end: UInt8) throws(SchemaMismatch) -> Bool {
    skipSpace()
    if peek == end {
      position += 1
      depth -= 1
      return false
    }
    if count > 0 { try expect(UInt8(ascii: ",")) }
    return true
  }
}
