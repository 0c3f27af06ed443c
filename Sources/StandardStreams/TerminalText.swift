import VisibleText

/// Text that is safe to write to a terminal.
///
/// A literal of the program stays unchanged, including its line ends and control sequences. An
/// interpolated value may come from a store, a file or an argument: it is escaped, including line
/// ends, so that it cannot change another line.
package struct TerminalText: Hashable, Sendable {
  /// The text to write.
  package private(set) var text: String

  private init(safe text: String) { self.text = text }

  /// Lines with their ends, each escaped.
  package init(lines: some Sequence<String>) {
    text = lines.map { $0.escapingControls + "\n" }.joined()
  }

  /// Texts one after the other.
  package init(joining texts: some Sequence<TerminalText>) { text = texts.map(\.text).joined() }

  /// Encoded JSON with its values unchanged; characters that the encoder leaves unescaped are
  /// written as `\uXXXX`.
  ///
  /// The line ends are between values, because an encoder escapes those inside.
  package init(json: String) {
    text = json.escapingUnseen { scalar in
      scalar == "\n" ? "\n" : String(scalar).utf16.map(Self.escape).joined()
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let hex = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }

  package static func + (first: TerminalText, second: TerminalText) -> TerminalText {
    TerminalText(safe: first.text + second.text)
  }
}

extension TerminalText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { text = value }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += value.description.escapingControls
    }

    package mutating func appendInterpolation(_ value: TerminalText) { text += value.text }
  }
}
