package import TerminalUI

extension Frame {
  /// The rows above the footer that show a letter or a digit in their last column: a text ran into the
  /// edge, and was cut off without an ellipsis if it was longer.
  package var rowsCutOff: [String] {
    (0..<max(0, size.rows - 1)).filter { row in
      let cells = (0..<size.columns).map { self[Point(column: $0, row: row)].text }
      let last = cells.last { !$0.isEmpty }?.first
      return last.map { $0.isLetter || $0.isNumber } ?? false
    }.map { lines[$0] }
  }
}
