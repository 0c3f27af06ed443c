extension Frame {
  /// Shows that a row is selected: a bar two columns before it, and every cell reversed.
  ///
  /// It is drawn over the finished row. The cells lose their roles, so that each selected row looks
  /// the same, with colours and without. The cell between the bar and the row is reversed too.
  package mutating func markSelected(_ rect: Rect) {
    for row in rect.minRow..<max(rect.minRow, rect.maxRow) {
      write(Glyphs.bar, at: Point(column: rect.minColumn - 2, row: row), style: .accent)
    }
    let marked = Rect(
      column: rect.minColumn - 1, row: rect.minRow, columns: rect.size.columns + 1,
      rows: rect.size.rows)
    restyle(marked) { _ in Style.plain.reversed() }
  }
}
