import Foundation

/// A JSON value while its parts are encoded.
enum JSONNode {
  case text(String)
  case integer(Int64)
  /// A number, `true`, `false` or `null` as JSON writes it.
  case literal(String)
  case array(JSONArray)
  case object(JSONObject)

  static var null: JSONNode { .literal("null") }
}

/// An array to which elements are added.
final class JSONArray {
  var elements: [JSONNode] = []
}

/// An object to which members are added, each key once.
final class JSONObject {
  private(set) var members: [(key: String, value: JSONNode)] = []

  init() { members.reserveCapacity(16) }

  func add(_ key: String, _ value: JSONNode) { members.append((key, value)) }

  /// The members in the order of their keys' bytes.
  fileprivate var sorted: [(key: String, value: JSONNode)] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}

extension JSONNode {
  /// The value as text, with sorted keys and no spaces.
  var json: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes.appendString(text)
    case .integer(let number): bytes += "\(number)".utf8
    case .literal(let literal): bytes += literal.utf8
    case .array(let array):
      bytes.appendList(array.elements, between: ("[", "]")) { $0.write(to: &$1) }
    case .object(let object):
      bytes.appendList(object.sorted, between: ("{", "}")) { member, bytes in
        bytes.appendString(member.key)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendList<Item>(
    _ items: [Item], between ends: (Unicode.Scalar, Unicode.Scalar),
    _ write: (Item, inout [UInt8]) -> Void
  ) {
    append(UInt8(ascii: ends.0))
    var isFirst = true
    for item in items {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      write(item, &self)
    }
    append(UInt8(ascii: ends.1))
  }

  /// Appends a string with quotes; only what JSON does not allow in one is escaped.
  fileprivate mutating func appendString(_ text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
      if isPlain { append(contentsOf: utf8) } else { for byte in utf8 { appendEscaped(byte) } }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case 0x22: self += #"\""#.utf8
    case 0x5C: self += #"\\"#.utf8
    case 0x08: self += #"\b"#.utf8
    case 0x09: self += #"\t"#.utf8
    case 0x0A: self += #"\n"#.utf8
    case 0x0C: self += #"\f"#.utf8
    case 0x0D: self += #"\r"#.utf8
    case ..<0x20:
      let digits = String(byte, radix: 16)
      self += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
      self += digits.utf8
    default: append(byte)
    }
  }
}
