import TerminalUI

extension GalleryFrame {
  /// Rule: everything is in the screen's column, and what spans the screen has its edges.
  ///
  /// The first line, the rules and the keys begin at the left edge; the first line's right end, the
  /// rules and the keys end at the right edge.
  package var brokenEdges: [String] {
    let column = Rect.column(of: size)
    let outside = (0..<size.rows).filter { row in
      guard let columns = columns(ofRow: row) else { return false }
      return columns.lowerBound < column.minColumn || columns.upperBound > column.maxColumn
    }
    return outside.map { "row \($0) leaves the column: \(lines[$0])" } + brokenRules(column)
  }

  private func brokenRules(_ column: Rect) -> [String] {
    (0..<size.rows).compactMap { row in
      guard isRule(row), columns(ofRow: row) != column.minColumn..<column.maxColumn else {
        return nil
      }
      return "the rule of row \(row) has other edges"
    }
  }

  /// Whether a rule has the whole row.
  private func isRule(_ row: Int) -> Bool {
    let cells = visibleCells[row]
    guard cells.count > size.columns / 2 else { return false }
    return cells.allSatisfy { $0.text == Glyphs.rule || $0.text == Glyphs.heavyRule }
  }

  /// From the first to after the last column with a text; `nil` for an empty row.
  package func columns(ofRow row: Int) -> Range<Int>? {
    let cells = visibleCells[row]
    guard let first = cells.first(where: \.isUsed), let last = cells.last(where: \.isUsed) else {
      return nil
    }
    return first.point.column..<last.point.column + 1
  }
}

extension PlacedCell {
  fileprivate var isUsed: Bool { text != " " || style.isReversed }
}
