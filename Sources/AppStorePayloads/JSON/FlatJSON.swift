import Foundation

/// A JSON object as a store writes the payload of a token: flat, with sorted keys, and in plain ASCII.
///
/// Foundation's decoder takes four times as long for it, and as long as half a P-256 verification. So what
/// is decoded for every token is first read here. Anything else than the plainest JSON is refused:
/// nested objects, escapes, other characters, fractions, a key that comes twice. The caller then uses
/// Foundation's decoder, which has the last word on what is valid.
final class FlatJSON: Sendable {
  /// A value, with the place of its text.
  enum Value: Sendable {
    case string(Range<Int>)
    case integer(Int64)
    case boolean(Bool)
    case strings([Range<Int>])
  }

  private typealias Field = (key: Range<Int>, value: Value)

  private let bytes: [UInt8]
  private let fields: [Field]

  /// Reads an object; `nil` if it is not of this plain form, although it may be valid JSON.
  init?(_ data: Data) {
    var scanner = FlatScanner(bytes: Array(data))
    guard let fields = Self.fields(&scanner) else { return nil }
    self.fields = fields
    bytes = scanner.bytes
  }

  private static func fields(_ scanner: inout FlatScanner) -> [Field]? {
    var fields: [Field] = []
    fields.reserveCapacity(40)
    guard scanner.skip("{") else { return nil }
    repeat {
      guard let key = scanner.string(), scanner.skip(":"), let value = scanner.value() else {
        return nil
      }
      if let last = fields.last, !scanner.isAscending(last.key, key) { return nil }
      fields.append((key, value))
    } while scanner.skip(",")
    return scanner.skip("}") && scanner.isAtEnd ? fields : nil
  }

  /// The place of a key's value among the fields.
  func index(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { key in
      fields.firstIndex { field in
        field.key.count == key.count && bytes[field.key].elementsEqual(key)
      }
    }
  }

  subscript(index: Int) -> Value { fields[index].value }

  var keys: [String] { fields.map { text($0.key) } }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// Reads the parts of a ``FlatJSON``, one after the other.
private struct FlatScanner {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  func isAscending(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    bytes[first].lexicographicallyPrecedes(bytes[second])
  }

  private var next: UInt8? { isAtEnd ? nil : bytes[position] }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skip(word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    let characters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[position..<end].elementsEqual(characters) else { return false }
    position = end
    return true
  }

  /// Reads a string of printable ASCII without escapes.
  mutating func string() -> Range<Int>? {
    guard skip("\"") else { return nil }
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    let end = position
    return skip("\"") ? start..<end : nil
  }

  mutating func value() -> FlatJSON.Value? {
    switch next {
    case UInt8(ascii: "\""): string().map { .string($0) }
    case UInt8(ascii: "["): strings().map { .strings($0) }
    case UInt8(ascii: "t"): skip(word: "true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): skip(word: "false") ? .boolean(false) : nil
    default: integer().map { .integer($0) }
    }
  }

  private mutating func strings() -> [Range<Int>]? {
    guard skip("[") else { return nil }
    var strings: [Range<Int>] = []
    if skip("]") { return strings }
    repeat {
      guard let string = string() else { return nil }
      strings.append(string)
    } while skip(",")
    return skip("]") ? strings : nil
  }

  /// Reads at most 15 digits without a leading zero, which every reader represents exactly.
  private mutating func integer() -> Int64? {
    let sign: Int64 = skip("-") ? -1 : 1
    let start = position
    var number: Int64 = 0
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      guard position - start < 15 else { return nil }
      number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      position += 1
    }
    let count = position - start
    guard count > 0, count == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
    return sign * number
  }
}
