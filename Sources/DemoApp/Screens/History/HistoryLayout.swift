import TerminalUI

/// The places of the history's lines on its page.
struct HistoryLayout {
  /// Whether a line with the names of the columns, or the filter, is above the list.
  let hasHead: Bool
  /// The lines about what is missing.
  let footnote: [String]
  /// The lines of the statement in view.
  let lines: Range<Int>

  /// - Parameters:
  ///   - statement: The lines.
  ///   - selected: The index of the selected transaction.
  ///   - top: The line at the top before.
  ///   - missing: A sentence about what is missing.
  ///   - isFilterShown: Whether the filter has a line.
  ///   - size: The room of the page.
  ///   - hasPane: Whether the selected transaction is beside the list.
  init(
    statement: HistoryStatement, selected: Int, top: Int, missing: String?, isFilterShown: Bool,
    size: Size, hasPane: Bool
  ) {
    let isLow = size.rows < Self.low
    hasHead = isFilterShown || !isLow
    footnote = isLow ? [] : missing?.wrapped(to: size.columns) ?? []
    let foot = footnote.isEmpty ? 0 : footnote.count + 1
    lines = ListWindow.lines(
      from: top, showing: statement.rows(ofEntry: selected),
      room: max(1, size.rows - Self.headingRows - (hasHead ? 1 : 0) - foot),
      count: statement.rows.count, isPaged: hasPane)
  }

  /// A page with fewer rows shows only the list.
  private static let low = 10
  private static let headingRows = 1

  /// The first row of the list on the page.
  var firstRow: Int { Self.headingRows + (hasHead ? 1 : 0) }

  /// The number of rows of the page.
  var rowCount: Int { firstRow + lines.count + (footnote.isEmpty ? 0 : footnote.count + 1) }
}
