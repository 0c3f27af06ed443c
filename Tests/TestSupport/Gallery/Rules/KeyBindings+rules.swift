package import TerminalUI

extension [KeyBinding] {
  /// The keys that some terminals do not send, or that another program may take.
  package var unsafeKeys: [Key] { flatMap(\.keys).filter { !$0.isEverywhere } }

  /// Compares the help with the keys.
  ///
  /// - Parameters:
  ///   - rows: The rows of the help, from the first one inside its box to the last.
  ///   - headings: The rows that are titles.
  /// - Returns: The keys that the help does not name with what they do, and its rows without a key.
  package func differences(fromHelp rows: [String], headings: Set<String>) -> [String] {
    let rows = rows.map(\.singleSpaced).filter { !$0.isEmpty && !headings.contains($0) }
    let missing = filter { binding in !rows.contains { binding.isNamed(by: $0) } }
    let unknown = rows.filter { row in !contains { $0.isNamed(by: row) } }
    return missing.map { "not in the help: \($0.label)" } + unknown.map { "no key: \($0)" }
  }
}

extension KeyBinding {
  fileprivate func isNamed(by row: String) -> Bool {
    row.hasPrefix("\(caption) \(label)".singleSpaced)
      && disabledReason.map { row.hasSuffix("(\($0))") } ?? true
  }
}

extension Key {
  /// Whether it is a letter, a digit, an arrow, Enter, Esc, Tab, or one of ? : and /.
  fileprivate var isEverywhere: Bool {
    switch self {
    case .character(let character):
      character.isASCII && (character.isLetter || character.isNumber || "?:/".contains(character))
    case .enter, .escape, .tab, .up, .down, .left, .right: true
    default: false
    }
  }
}

extension String {
  /// The words with one space between them, without the lines of a box.
  fileprivate var singleSpaced: String {
    split { " │╭╮╰╯─".contains($0) }.joined(separator: " ")
  }
}
