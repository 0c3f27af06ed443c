import VisibleText

/// The contents of one place of the grid.
package struct Cell: Hashable, Sendable {
  /// One character; empty in the right half of a character that is two columns wide.
  package internal(set) var text: String
  package var style: Style

  /// A text that could command the terminal, or would not be seen, becomes "?"; ``Frame`` escapes it.
  package init(_ text: String, style: Style = .plain) {
    let isVisible =
      text.isPrintableASCII || !VisibleScalars(text.unicodeScalars).contains { $0.isEscaped }
    self.text = isVisible ? text : "?"
    self.style = style
  }

  /// A character of printable ASCII.
  init(ascii byte: UInt8, style: Style) {
    text = String(Unicode.Scalar(byte))
    self.style = style
  }

  package static let blank = Cell(" ")
}
