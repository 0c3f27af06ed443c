extension Rect {
  /// The column that everything on a screen of this size keeps to.
  ///
  /// The first line, rules, lists, notices, footers and command lines begin at its left edge and
  /// end at its right edge. It leaves one column at each side, and is in the middle of a very wide
  /// screen. Content keeps two columns of margin inside it: ``content(of:)``.
  package static func column(of size: Size) -> Rect {
    let width = max(0, min(size.columns - 2, widest(on: size)))
    return Rect(
      column: max(1, (size.columns - width) / 2), row: 0, columns: width, rows: max(0, size.rows))
  }

  /// The column without its margins, in which a selected row has room for its bar.
  package static func content(of size: Size) -> Rect { column(of: size).inset(columns: 2, rows: 0) }

  /// Two panes need more room than one page, whose lines would become too long to read.
  private static func widest(on size: Size) -> Int {
    size.columns >= TwoPanes.minimumColumns ? 132 : 100
  }
}
