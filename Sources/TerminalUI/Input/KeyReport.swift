/// A key as reported by the kitty keyboard protocol and xterm's modifyOtherKeys: its code and its
/// modifiers.
///
/// https://sw.kovidgoyal.net/kitty/keyboard-protocol/
struct KeyReport: Hashable {
  /// The key's code without Shift.
  let code: Int?
  /// The code with Shift, if the terminal reports it.
  var shiftedCode: Int?
  let modifiers: KeyModifiers
  /// The text that the key enters, if the terminal reports it.
  var text: [Int] = []

  /// The key's input without the protocol; `nil` if it has no meaning here.
  var event: TerminalEvent? {
    let changing = modifiers.subtracting(.locks)
    if changing == .control { return controlEvent }
    guard changing.isSubset(of: .shift) else { return nil }
    if let key = namedKey { return .input(.key(key)) }
    return character.flatMap(TerminalEvent.init(scalar:))
  }

  private var namedKey: Key? {
    guard let code else { return nil }
    if code == 9 { return modifiers.contains(.shift) ? .backtab : .tab }
    return Self.named[code]
  }

  /// The character that the key enters; `nil` if that depends on an unknown layout.
  private var character: Unicode.Scalar? {
    if let written = text.first { return text.count == 1 ? printable(written) : nil }
    guard let plain = code.flatMap(printable) else { return nil }
    let isShifted = modifiers.contains(.shift)
    if isShifted, let shifted = shiftedCode.flatMap(printable) { return shifted }
    if plain.properties.isAlphabetic {
      let isUpper = isShifted != modifiers.contains(.capsLock)
      return isUpper ? plain.uppercase : plain
    }
    return isShifted && plain != " " ? nil : plain
  }

  /// The character that Ctrl and a letter produce in terminals without the protocol.
  private var controlEvent: TerminalEvent? {
    guard let code, (0x61...0x7A).contains(code) || code == 0x5B else { return nil }
    return TerminalEvent(scalar: Unicode.Scalar(UInt8(code & 0x1F)))
  }

  private func printable(_ code: Int) -> Unicode.Scalar? {
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
    let (category, isKey) = (scalar.properties.generalCategory, Self.privateUse.contains(code))
    if isKey { return Self.keypad[code] }
    return category == .control || category == .unassigned ? nil : scalar
  }

  /// The codes that the protocol gives to keys that enter no text.
  private static let privateUse = 57_344...63_743

  private static let named: [Int: Key] = [
    8: .backspace, 13: .enter, 27: .escape, 127: .backspace,
    57_414: .enter, 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down, 57_421: .pageUp,
    57_422: .pageDown, 57_423: .home, 57_424: .end, 57_426: .delete,
  ]

  /// The digits 0 to 9 of the keypad, and its symbols.
  private static let keypad: [Int: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip(57_399..., "0123456789./*-+".unicodeScalars)
      + [(57_415, "="), (57_416, ",")])
}

extension Unicode.Scalar {
  /// The letter in upper case, or the letter itself if that is not one scalar.
  fileprivate var uppercase: Unicode.Scalar {
    let mapping = properties.uppercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? self : self
  }
}
