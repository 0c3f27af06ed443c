extension ControlSequence {
  /// The input that the sequence encodes; `nil` if it has no meaning here.
  var event: TerminalEvent? {
    switch (introducer, final) {
    case ("[", "u"):
      return KeyReport(
        code: self[0], shiftedCode: self[0, 1], modifiers: modifiers(1), text: parts(of: 2)
      ).event
    case ("[", "~") where self[0] == 27:
      // modifyOtherKeys of xterm, which sends the character with Shift applied.
      return KeyReport(code: self[2], shiftedCode: self[2], modifiers: modifiers(1)).event
    case ("[", "~"): return key(Self.numbered[self[0] ?? 0], modifiers(1))
    case ("[", "Z"): return key(.backtab, [])
    case ("[", "R"): return cursorPosition
    case ("[", _): return self[0] ?? 1 == 1 ? key(Self.cursor[final], modifiers(1)) : nil
    default: return key(Self.cursor[final] ?? Self.keypad[final], modifiers(count - 1))
    }
  }

  /// The cursor's position, which the terminal counts from 1, row first.
  private var cursorPosition: TerminalEvent? {
    guard count == 2, let row = self[0], let column = self[1], row > 0, column > 0 else {
      return nil
    }
    return .cursor(Point(column: column - 1, row: row - 1))
  }

  private func modifiers(_ parameter: Int) -> KeyModifiers {
    KeyModifiers(number: self[parameter], event: self[parameter, 1])
  }

  /// A key with modifiers is a different key, which has no meaning here.
  private func key(_ key: Key?, _ modifiers: KeyModifiers) -> TerminalEvent? {
    modifiers.subtracting(.locks).isEmpty ? key.map { .input(.key($0)) } : nil
  }

  private static let cursor: [Character: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
  ]

  /// The keys of VT220, of Linux' console and tmux, and of rxvt.
  private static let numbered: [Int: Key] = [
    1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
  ]

  /// The keypad of VT100 in its application mode.
  private static let keypad: [Character: Key] = [
    "M": .enter, "I": .tab, "X": .character("="), "j": .character("*"),
    "k": .character("+"), "l": .character(","), "m": .character("-"), "n": .character("."),
    "o": .character("/"), "p": .character("0"), "q": .character("1"), "r": .character("2"),
    "s": .character("3"), "t": .character("4"), "u": .character("5"), "v": .character("6"),
    "w": .character("7"), "x": .character("8"), "y": .character("9"),
  ]
}
