/// A list at the left, a rule, and the selected element at the right.
package struct TwoPanes: Hashable, Sendable {
  package let list: Rect
  /// The column of the rule between the panes.
  package let ruleColumn: Int
  package let detail: Rect

  /// The minimum width of a screen with two panes.
  package static let minimumColumns = 120

  /// Divides an area of a screen's content; `nil` if the screen is too narrow for two panes.
  package init?(in content: Rect, of size: Size) {
    guard size.columns >= Self.minimumColumns else { return nil }
    let width = content.size.columns * 2 / 5
    list = Rect(origin: content.origin, size: Size(columns: width, rows: content.size.rows))
    ruleColumn = list.maxColumn + 2
    // A bar before a selected row takes two columns.
    let start = ruleColumn + 4
    detail = Rect(
      column: start, row: content.minRow, columns: content.maxColumn - start,
      rows: content.size.rows)
  }
}

extension Frame {
  /// Dims a list and the bar of its selected row, because the pane beside it has the keys.
  package mutating func dim(_ list: Rect) {
    let withBar = Rect(
      column: list.minColumn - 2, row: list.minRow, columns: list.size.columns + 2,
      rows: list.size.rows)
    restyle(withBar) { $0.dimmed() }
  }
}

extension TwoPanes {
  /// Draws the rule between the panes in these rows.
  package func drawRule(on frame: inout Frame, rows: Range<Int>) {
    for row in rows {
      frame.write(Glyphs.box.vertical, at: Point(column: ruleColumn, row: row), style: .muted)
    }
  }
}
