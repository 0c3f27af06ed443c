import TestSupport

/// A hostile store's change of an answer.
enum Mutation: CaseIterable {
  case otherType, number, text, addedText, path, missingField, addedFields, doubledField, manyValues
  case deepValue, longText

  /// Control characters, overrides, names that lead elsewhere, and headers.
  static let texts = [
    "\u{1B}[2J\u{1B}]0;x\u{7}", "\u{202E}99.1$", "\u{2066}x\u{2069}", "\u{0}", "\u{9B}31m", "",
    "a\r\nX-Injected: 1", "\u{85}\u{2028}\u{FEFF}", "👩‍👩‍👧‍👦\u{301}\u{301}", "%2e%2e%2f", "null",
    "\u{FFFD}",
  ]

  /// Names that lead out of a folder.
  static let paths = [
    "../../shop.example-80/devices/device-1", "..", ".", "/etc/passwd", "a/b", "....//", "~",
    "../../../outside",
  ]

  static let numbers = [
    "-1", "0", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e308",
    "1e400", "-1e-7", "1.5", "253402300799999", "-62135769600000", "9007199254740991", "1e15",
    "1000000000000", "99999999999999999999999999999999999999999", "-0",
  ]

  static let others = [
    JSON.null, .boolean(true), .number("7"), .string("seven"), .array([]), .object([]),
    .array([.object([])]),
  ]

  func apply(to value: JSON, _ random: inout SeededGenerator) -> JSON {
    switch self {
    case .otherType: Self.others[random.roll(Self.others.count)]
    case .number: .number(Self.numbers[random.roll(Self.numbers.count)])
    case .text: .string(Self.texts[random.roll(Self.texts.count)])
    case .path: .string(Self.paths[random.roll(Self.paths.count)])
    case .addedText: value.adding(Self.texts[random.roll(Self.texts.count)])
    case .missingField: value.removing(random.roll(12))
    case .addedFields: value.adding(Self.others)
    case .doubledField: value.doubling(random.roll(12), Self.others[random.roll(Self.others.count)])
    case .manyValues: value.repeating(300)
    case .deepValue: (0..<600).reduce(.null) { value, _ in .array([value]) }
    case .longText: .string(String(repeating: "long ", count: 20_000))
    }
  }
}

extension JSON {
  /// The same with one to three of its values changed.
  func mutated(_ random: inout SeededGenerator) -> JSON {
    var value = self
    for _ in 0...random.roll(3) {
      let mutation = Mutation.allCases[random.roll(Mutation.allCases.count)]
      var copy = random
      value = value.changing(at: random.roll(value.count)) { mutation.apply(to: $0, &copy) }
    }
    return value
  }

  fileprivate func adding(_ text: String) -> JSON {
    if case .string(let string) = self { .string(string + text) } else { .string(text) }
  }

  fileprivate func removing(_ place: Int) -> JSON {
    guard case .object(var fields) = self, !fields.isEmpty else { return .null }
    fields.remove(at: place % fields.count)
    return .object(fields)
  }

  fileprivate func adding(_ values: [JSON]) -> JSON {
    guard case .object(let fields) = self else { return .array(values) }
    return .object(
      fields + values.enumerated().map { Field(name: "later\($0.offset)", value: $0.element) })
  }

  fileprivate func doubling(_ place: Int, _ value: JSON) -> JSON {
    guard case .object(let fields) = self, !fields.isEmpty else { return .null }
    return .object(fields + [Field(name: fields[place % fields.count].name, value: value)])
  }

  fileprivate func repeating(_ count: Int) -> JSON {
    guard case .array(let values) = self, let first = values.first else { return .array([self]) }
    return .array(Array(repeating: first, count: count))
  }
}
