extension ParsedJSON {
  /// The value of a field; `nil` if this is not an object or has no such field.
  package subscript(name: String) -> ParsedJSON? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name.string == name }?.value
  }

  /// Whether every number is between -(2⁵³ - 1) and 2⁵³ - 1.
  ///
  /// Every JSON reader represents these whole numbers exactly (RFC 8259, section 6), and a sum of
  /// some of them always fits an `Int`. Files, answers and payloads of this program have no other
  /// numbers; transaction IDs are strings.
  package var hasExactNumbers: Bool {
    switch self {
    case .number(let digits):
      digits.isShortNumber || abs(Double(digits.string) ?? .infinity) < 0x1p53
    case .array(let elements): elements.allSatisfy(\.hasExactNumbers)
    case .object(let fields): fields.allSatisfy { $0.value.hasExactNumbers }
    case .null, .boolean, .string: true
    }
  }
}
