import Foundation

/// Reads JSON text as RFC 8259 defines it.
struct JSONParser {
  /// Foundation's decoder stops at the same depth.
  private static let depthLimit = 512

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func wholeText() throws(JSONError) -> ParsedJSON {
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw .byteOrderMark }
    skipSpace()
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw .notJSON }
    return value
  }

  private mutating func value() throws(JSONError) -> ParsedJSON {
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try fields())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }
}

// MARK: - Arrays and objects

extension JSONParser {
  private mutating func elements() throws(JSONError) -> [ParsedJSON] {
    var elements: [ParsedJSON] = []
    guard try open(until: "]") else { return elements }
    repeat {
      skipSpace()
      elements.append(try value())
    } while try isContinued(until: "]")
    return elements
  }

  private mutating func fields() throws(JSONError) -> [ParsedJSON.Field] {
    var fields: [ParsedJSON.Field] = []
    guard try open(until: "}") else { return fields }
    var isAscending = true
    repeat {
      let name = try name()
      // Names that ascend, as this program writes them, do not repeat.
      if let last = fields.last, !last.name.precedes(name) { isAscending = false }
      fields.append((name, try value()))
    } while try isContinued(until: "}")
    guard isAscending || Set(fields.map(\.name.string)).count == fields.count else {
      throw .repeatedName
    }
    return fields
  }

  private mutating func name() throws(JSONError) -> ParsedJSON.Text {
    skipSpace()
    let name = try string()
    skipSpace()
    guard skip(":") else { throw .notJSON }
    skipSpace()
    return name
  }

  /// Reads the opening bracket; returns `false`, and reads `end` too, if nothing is in the brackets.
  private mutating func open(until end: Unicode.Scalar) throws(JSONError) -> Bool {
    position += 1
    guard depth < Self.depthLimit else { throw .notJSON }
    skipSpace()
    guard !skip(end) else { return false }
    depth += 1
    return true
  }

  /// Reads a comma, or `end` and returns `false`.
  private mutating func isContinued(until end: Unicode.Scalar) throws(JSONError) -> Bool {
    skipSpace()
    if skip(",") { return true }
    guard skip(end) else { throw .notJSON }
    depth -= 1
    return false
  }
}

// MARK: - Strings and numbers

extension JSONParser {
  private mutating func string() throws(JSONError) -> ParsedJSON.Text {
    guard skip("\"") else { throw .notJSON }
    guard let count = plainCount else { return try longString() }
    defer { position += count + 1 }
    return ParsedJSON.Text(bytes, position..<position + count)
  }

  /// The length of a string of ASCII without escapes, as nearly all are; `nil` for another one.
  private var plainCount: Int? {
    bytes.withUnsafeBytes { bytes in
      guard let end = bytes.place(of: UInt8(ascii: "\""), from: position) else { return nil }
      let text = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
      return text.isPlain && text.isASCII ? text.count : nil
    }
  }

  /// Reads a string with escapes or with characters beyond ASCII.
  private mutating func longString() throws(JSONError) -> ParsedJSON.Text {
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < bytes.count else { throw .notJSON }
    defer { position += 1 }
    let text = bytes[start..<position]
    guard String(validating: text, as: UTF8.self) != nil else { throw .notUTF8 }
    guard !text.contains(where: { $0 < 0x20 }) else { throw .notJSON }
    guard text.contains(UInt8(ascii: "\\")) else { return ParsedJSON.Text(bytes, start..<position) }
    if let decoded = Self.unescaped(text) { return ParsedJSON.Text(decoded, 0..<decoded.count) }
    let quoted = Data(bytes[start - 1...position])
    guard let string = try? JSONDecoder().decode(String.self, from: quoted) else { throw .notJSON }
    let decoded = Array(string.utf8)
    return ParsedJSON.Text(decoded, 0..<decoded.count)
  }

  /// Returns the characters of a string whose escapes all have two characters; `nil` for any other
  /// string, which Foundation reads.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var characters: [UInt8] = []
    characters.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        characters.append(byte)
        continue
      }
      guard let character = rest.popFirst().flatMap(Self.character(escapedBy:)) else { return nil }
      characters.append(character)
    }
    return characters
  }

  /// Returns the character of an escape, by its second character.
  private static func character(escapedBy byte: UInt8) -> UInt8? {
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": byte
    case "b": 0x08
    case "f": 0x0C
    case "n": 0x0A
    case "r": 0x0D
    case "t": 0x09
    default: nil
    }
  }

  private mutating func number() throws(JSONError) -> ParsedJSON.Text {
    let start = position
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    return ParsedJSON.Text(bytes, start..<position)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    guard position > start else { throw .notJSON }
  }
}

// MARK: - Bytes

extension JSONParser {
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func word(
    _ word: StaticString, _ value: ParsedJSON
  ) throws(JSONError) -> ParsedJSON {
    let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: text) else { throw .notJSON }
    position += text.count
    return value
  }
}
