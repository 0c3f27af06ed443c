import TerminalUI

/// The selection of the history's list, and its rows as places to press.
struct HistoryChoices {
  let demo: Demo

  /// Marks the selected row, and makes each transaction in view choosable with the mouse.
  func draw(on frame: inout Frame) {
    guard demo.tab == .history, let statement = demo.statement, let layout = demo.historyLayout,
      demo.panes != nil || !demo.isOverPlace
    else { return }
    let area = demo.placeArea
    let first = demo.layout.firstRow(ofPageWith: layout.rowCount) + layout.firstRow
    for (row, line) in zip(first..., statement.rows[layout.lines]) where row < area.maxRow {
      guard case .entry(let index) = line else { continue }
      let rect = Rect(column: area.minColumn, row: row, columns: area.size.columns, rows: 1)
      frame.addRegion(rect, choosing: index)
      if index == demo.historyRow { frame.markSelected(rect) }
    }
    if demo.isTypingFilter {
      // The keys of the places would be typed.
      let places = Rect(column: 0, row: 0, columns: frame.size.columns, rows: 1)
      frame.addRegion(places, pressing: .escape)
    }
  }
}
