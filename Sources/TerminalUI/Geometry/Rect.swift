/// A rectangle of cells; its maxima are exclusive.
package struct Rect: Hashable, Sendable {
  package var origin: Point
  package var size: Size

  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  package var minColumn: Int { origin.column }
  package var minRow: Int { origin.row }
  package var maxColumn: Int { origin.column + size.columns }
  package var maxRow: Int { origin.row + size.rows }

  package func contains(_ point: Point) -> Bool {
    (minColumn..<max(minColumn, maxColumn)).contains(point.column)
      && (minRow..<max(minRow, maxRow)).contains(point.row)
  }

  /// The rectangle without a margin on each side; never smaller than empty.
  package func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      column: minColumn + columns, row: minRow + rows,
      columns: max(0, size.columns - 2 * columns), rows: max(0, size.rows - 2 * rows))
  }

  /// The intersection of this rectangle and `other`; empty if they do not overlap.
  package func intersection(_ other: Rect) -> Rect {
    let column = max(minColumn, other.minColumn)
    let row = max(minRow, other.minRow)
    return Rect(
      column: column, row: row,
      columns: max(0, min(maxColumn, other.maxColumn) - column),
      rows: max(0, min(maxRow, other.maxRow) - row))
  }

  /// A rectangle of `size` in the middle of `outer`, cut down if it does not fit.
  package static func centered(_ size: Size, in outer: Size) -> Rect {
    let columns = max(0, min(size.columns, outer.columns))
    let rows = max(0, min(size.rows, outer.rows))
    return Rect(
      column: (outer.columns - columns) / 2, row: (outer.rows - rows) / 2,
      columns: columns, rows: rows)
  }
}
