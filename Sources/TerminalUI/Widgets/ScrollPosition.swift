/// The scroll position of a list of rows.
package struct ScrollPosition: Hashable, Sendable {
  /// The number of rows hidden above.
  package private(set) var offset = 0
  /// The number of rows that do not fit on the screen.
  package var hiddenRows = 0 {
    didSet { offset = min(offset, hiddenRows) }
  }

  package init() {}

  /// Scrolls down, or up by a negative number, at most to the end.
  package mutating func move(by rows: Int) { offset = min(max(0, offset + rows), hiddenRows) }
}

extension Frame {
  /// Draws arrows at the ends of a column where rows are hidden above or below.
  package mutating func markHidden(
    above: Bool, below: Bool, column: Int, rows: (top: Int, bottom: Int), style: Style = .accent
  ) {
    if above { write(Glyphs.arrowUp, at: Point(column: column, row: rows.top), style: style) }
    if below { write(Glyphs.arrowDown, at: Point(column: column, row: rows.bottom), style: style) }
  }

  /// Draws the arrows of a scrolled list.
  package mutating func markHidden(
    _ scroll: ScrollPosition, column: Int, rows: (top: Int, bottom: Int)
  ) {
    markHidden(
      above: scroll.offset > 0, below: scroll.offset < scroll.hiddenRows, column: column,
      rows: rows)
  }
}
