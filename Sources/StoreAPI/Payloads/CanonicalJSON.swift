import Foundation

/// Reads a JSON object as ``Foundation/JSONEncoder/payload`` writes it: its names in order, without
/// space, escapes, fractions or anything nested, in ASCII.
///
/// It exists for speed: Foundation's decoder takes several times as long as verifying a signature.
/// It reads nothing that Foundation would read otherwise; for everything that it does not expect it
/// throws ``Unexpected``, and the caller leaves the object to Foundation. A name that nobody asked
/// for is unexpected too, so a field that is forgotten here costs time and is never lost.
package struct CanonicalJSON {
  package struct Unexpected: Error {}

  private let bytes: [UInt8]
  private var position = 0
  private var isFirst = true

  init(_ json: Data) throws(Unexpected) {
    bytes = Array(json)
    try expect("{")
  }

  /// Throws unless everything has been read.
  mutating func end() throws(Unexpected) {
    try expect("}")
    guard position == bytes.count else { throw Unexpected() }
  }
}

// MARK: - Members

extension CanonicalJSON {
  /// The member of this name; `nil` where another one is next.
  mutating func text(_ name: StaticString) throws(Unexpected) -> String? {
    try isNext(name) ? string() : nil
  }

  mutating func integer<Value: FixedWidthInteger>(
    _ name: StaticString, _: Value.Type = Value.self
  ) throws(Unexpected) -> Value? {
    try isNext(name) ? narrowed(number()) : nil
  }

  /// `true`; `nil` where another name is next.
  mutating func yes(_ name: StaticString) throws(Unexpected) -> Bool? {
    guard try isNext(name) else { return nil }
    try expect("true")
    return true
  }

  mutating func word<Value: RawRepresentable<String>>(
    _ name: StaticString
  ) throws(Unexpected) -> Value? {
    guard let text = try text(name) else { return nil }
    return try some(Value(rawValue: text))
  }

  mutating func code<Value: RawRepresentable<Int>>(
    _ name: StaticString
  ) throws(Unexpected) -> Value? {
    guard let number = try integer(name, Int.self) else { return nil }
    return try some(Value(rawValue: number))
  }

  mutating func parsed<Value: LosslessStringConvertible>(
    _ name: StaticString
  ) throws(Unexpected) -> Value? {
    guard let text = try text(name) else { return nil }
    return try some(Value(text))
  }

  mutating func uuid(_ name: StaticString) throws(Unexpected) -> LowercaseUUID? {
    guard let text = try text(name) else { return nil }
    return LowercaseUUID(try some(UUID(uuidString: text)))
  }

  mutating func data(_ name: StaticString) throws(Unexpected) -> Data? {
    guard let text = try text(name) else { return nil }
    return try some(Data(base64Encoded: text))
  }

  mutating func date(_ name: StaticString) throws(Unexpected) -> Date? {
    guard let milliseconds = try integer(name, Int64.self) else { return nil }
    guard Date.payloadMilliseconds.contains(milliseconds) else { throw Unexpected() }
    return Date(millisecondsSince1970: milliseconds)
  }

  /// What a member that must be there is read to.
  func some<Value>(_ value: Value?) throws(Unexpected) -> Value {
    guard let value else { throw Unexpected() }
    return value
  }
}

// MARK: - Bytes

extension CanonicalJSON {
  private mutating func expect(_ text: StaticString) throws(Unexpected) {
    guard isAt(text, from: position) else { throw Unexpected() }
    position += text.utf8CodeUnitCount
  }

  private func isAt(_ text: StaticString, from start: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - start >= count else { return false }
    return text.withUTF8Buffer { text in
      bytes.withUnsafeBytes { $0[start..<start + count].elementsEqual(text) }
    }
  }

  /// Whether the next member has this name, which is then behind us, with its colon.
  private mutating func isNext(_ name: StaticString) throws(Unexpected) -> Bool {
    let opening = isFirst ? 1 : 2
    let start = position + opening
    guard isAt(isFirst ? "\"" : ",\"", from: position), isAt(name, from: start),
      isAt("\":", from: start + name.utf8CodeUnitCount)
    else { return false }
    position = start + name.utf8CodeUnitCount + 2
    isFirst = false
    return true
  }

  private mutating func string() throws(Unexpected) -> String {
    try expect("\"")
    let start = position
    while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    try expect("\"")
    return text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// At most 18 digits, which no 64 bits can overflow.
  private mutating func number() throws(Unexpected) -> Int64 {
    let isNegative = isAt("-", from: position)
    if isNegative { position += 1 }
    let start = position
    var value: Int64 = 0
    while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10,
      position - start < 18
    {
      value = value * 10 + Int64(digit)
      position += 1
    }
    let isCanonical = bytes[start...].first != UInt8(ascii: "0") || position == start + 1
    guard position > start, isCanonical, !isNegative || value > 0 else { throw Unexpected() }
    return isNegative ? -value : value
  }

  private func narrowed<Value: FixedWidthInteger>(
    _ number: Int64
  ) throws(Unexpected) -> Value {
    try some(Value(exactly: number))
  }
}
