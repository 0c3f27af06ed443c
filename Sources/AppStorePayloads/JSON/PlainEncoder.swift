package import Foundation

/// Writes what ``Foundation/JSONEncoder/payload`` writes, byte for byte, and faster.
///
/// A store writes JSON for each event, each signature and each answer, and Foundation's encoder took a
/// third of the time of a purchase. The rare values whose text is not obvious, such as fractions and
/// strings with escapes, are still written by Foundation's encoder.
package enum PlainEncoder {
  /// Returns the JSON of a value.
  ///
  /// - Throws: The errors of the value, and `EncodingError` for a number that JSON does not have.
  package static func encode(_ value: some Encodable) throws -> Data {
    let node = try JSONNode.encoding(value)
    // Foundation's encoder says what is wrong with a value that encodes nothing.
    if node.isEmpty { return try JSONEncoder.payload.encode(value) }
    var writer = JSONTextWriter()
    try writer.write(node)
    return Data(writer.bytes)
  }
}

/// A JSON value that is being encoded.
enum JSONNode {
  case null
  case boolean(Bool)
  case integer(Int64)
  case string(String)
  /// A number as JSON has it, or what Foundation's encoder writes.
  case text(Data)
  case object(JSONObjectNode)
  case array(JSONArrayNode)
  /// The output of an encoder that was handed out.
  case encoder(NodeEncoder)

  /// Returns the JSON of a value of any type.
  static func encoding<Value: Encodable>(_ value: Value) throws -> JSONNode {
    if Value.self == String.self, let string = value as? String { return .string(string) }
    if Value.self == Date.self, let date = value as? Date {
      return .integer(date.millisecondsSince1970)
    }
    if Value.self == Data.self, let data = value as? Data {
      return .string(data.base64EncodedString())
    }
    if Value.self == Decimal.self, let decimal = value as? Decimal, decimal.isFinite {
      return .text(Data(decimal.description.utf8))
    }
    if Value.self == UInt64.self, let number = value as? UInt64, number <= UInt64(Int64.max) {
      return .integer(Int64(number))
    }
    if isWrittenByFoundation(Value.self) { return .text(try JSONEncoder.payload.encode(value)) }
    let encoder = NodeEncoder()
    try value.encode(to: encoder)
    return .encoder(encoder)
  }

  /// Whether a value was asked to encode itself and encoded nothing.
  fileprivate var isEmpty: Bool {
    if case .encoder(let encoder) = self { encoder.node == nil } else { false }
  }

  private static func isWrittenByFoundation<Value>(_ type: Value.Type) -> Bool {
    type == Double.self || type == Float.self || type == Decimal.self || type == URL.self
      || type == UInt64.self || type == UInt.self
  }
}

/// The fields of an object, in the order of their names.
///
/// Foundation's encoder compares names byte by byte, and not as Swift compares strings.
final class JSONObjectNode {
  /// The first bytes of the names decide most comparisons.
  typealias Field = (firstBytes: UInt64, key: String, node: JSONNode)

  /// The number of fields after which further ones are sorted only at the end, because each
  /// insertion moves the fields after it.
  private static let longLength = 64

  private var sorted: [Field] = []
  /// The further fields of a long object, in the order in which they were set.
  private var further: [Field] = []

  /// The fields; a later value has replaced an earlier one of the same name.
  var fields: [Field] {
    guard !further.isEmpty else { return sorted }
    // The sort is stable, so that the last value of a name stays the last.
    let all = (sorted + further).sorted { Self.order($0, $1) < 0 }
    return all.indices
      .filter { $0 + 1 == all.count || Self.order(all[$0], all[$0 + 1]) != 0 }
      .map { all[$0] }
  }

  /// A later value replaces an earlier one.
  ///
  /// A sorted array is faster than a dictionary here: a payload has about thirty fields.
  func set(_ node: JSONNode, for key: String) {
    let field: Field = (firstBytes: key.firstBytes, key: key, node: node)
    guard sorted.count < Self.longLength else { return further.append(field) }
    let place = Self.place(of: field, in: sorted)
    if place.isTaken {
      sorted[place.index].node = node
    } else {
      sorted.insert(field, at: place.index)
    }
  }

  private static func place(of field: Field, in fields: [Field]) -> (index: Int, isTaken: Bool) {
    var (start, end) = (0, fields.count)
    while start < end {
      let middle = (start + end) / 2
      let comparison = order(field, fields[middle])
      guard comparison != 0 else { return (middle, true) }
      if comparison < 0 { end = middle } else { start = middle + 1 }
    }
    return (start, false)
  }

  /// Negative if the first field comes first, 0 if their names are equal.
  private static func order(_ one: Field, _ other: Field) -> Int {
    if one.firstBytes == other.firstBytes { return one.key.byteOrder(other.key) }
    return one.firstBytes < other.firstBytes ? -1 : 1
  }
}

extension String {
  /// The first eight bytes of the UTF-8 as a number, with zeros for missing bytes.
  ///
  /// If the numbers of two strings differ, they have the strings' order.
  fileprivate var firstBytes: UInt64 {
    var text = self
    return text.withUTF8 { bytes in
      let count = Swift.min(8, bytes.count)
      let number = bytes[..<count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return number << (8 * (8 - count))
    }
  }
}

extension String {
  /// Compares the UTF-8 of two strings: negative if this one comes first, 0 if they are equal.
  fileprivate func byteOrder(_ other: String) -> Int {
    var (one, two) = (self, other)
    return one.withUTF8 { bytes in two.withUTF8 { bytes.byteOrder($0) } }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func byteOrder(_ other: Self) -> Int {
    guard let bytes = baseAddress, let others = other.baseAddress else {
      return count - other.count
    }
    let order = memcmp(bytes, others, Swift.min(count, other.count))
    return order == 0 ? count - other.count : Int(order)
  }
}

/// The elements of an array.
final class JSONArrayNode {
  var nodes: [JSONNode] = []
}

extension JSONArrayNode {
  /// The bytes that its strings take.
  fileprivate var stringBytes: Int {
    var count = 0
    for case .string(let string) in nodes {
      // With the quotes and the comma.
      count += string.utf8.count + 3
    }
    return count
  }
}

/// Writes the text of nodes.
private struct JSONTextWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(1024) }

  mutating func write(_ node: JSONNode) throws {
    switch node {
    case .null: write("null")
    case .boolean(let value): write(value ? "true" : "false")
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .string(let value): try write(string: value)
    case .text(let text): bytes.append(contentsOf: text)
    case .object(let object): try write(object)
    case .array(let array): try write(array)
    case .encoder(let encoder): try write(encoder.node ?? .object(JSONObjectNode()))
    }
  }

  /// Reserves the capacity for a list at once: a page of signed transactions has a hundred
  /// kilobytes, which would be copied at each of seven doublings.
  private mutating func reserveCapacity(for array: JSONArrayNode) {
    // What follows the list is usually short.
    let needed = bytes.count + array.stringBytes + 256
    if needed > bytes.capacity { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
  }

  private mutating func write(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func write(string: String) throws {
    var string = string
    let isWritten = string.withUTF8 { text in
      guard UnsafeRawBufferPointer(text).isPlain else { return false }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(contentsOf: text)
      bytes.append(UInt8(ascii: "\""))
      return true
    }
    if !isWritten { bytes.append(contentsOf: try JSONEncoder.payload.encode(string)) }
  }

  private mutating func write(_ object: JSONObjectNode) throws {
    write("{")
    for (index, field) in object.fields.enumerated() {
      if index > 0 { write(",") }
      try write(string: field.key)
      write(":")
      try write(field.node)
    }
    write("}")
  }

  private mutating func write(_ array: JSONArrayNode) throws {
    reserveCapacity(for: array)
    write("[")
    for (index, node) in array.nodes.enumerated() {
      if index > 0 { write(",") }
      try write(node)
    }
    write("]")
  }
}
