/// A JSON value as text can have it: numbers of any size, and fields that come twice.
indirect enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// As it is written.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Field])

  struct Field: Hashable, Sendable {
    var name: String
    var value: JSON
  }
}

extension JSON {
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let text): text
    case .string(let string): Self.quoted(string)
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let fields):
      "{\(fields.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ string: String) -> String {
    "\"\(string.unicodeScalars.map(escaped).joined())\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"", "\\": "\\\(scalar)"
    case "\u{0}"..."\u{1F}":
      "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2)
        + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}

extension JSON {
  /// The number of values in this one, itself included.
  var count: Int {
    switch self {
    case .array(let values): values.reduce(1) { $0 + $1.count }
    case .object(let fields): fields.reduce(1) { $0 + $1.value.count }
    default: 1
    }
  }

  /// The same with the value at a place, counted from 0 in the order of the text, changed.
  func changing(at place: Int, _ change: (JSON) -> JSON) -> JSON {
    var place = place
    return changing(at: &place, change)
  }

  private func changing(at place: inout Int, _ change: (JSON) -> JSON) -> JSON {
    place -= 1
    if place == -1 { return change(self) }
    switch self {
    case .array(let values):
      return .array(values.map { $0.changing(at: &place, change) })
    case .object(let fields):
      return .object(
        fields.map { Field(name: $0.name, value: $0.value.changing(at: &place, change)) })
    default: return self
    }
  }
}
