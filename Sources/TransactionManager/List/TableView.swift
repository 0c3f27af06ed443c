import Foundation
import TerminalUI

/// Draws a table of the Transaction Manager: a heading, and the rows around the selected one.
struct TableView {
  let manager: TransactionManager
  let area: Rect

  /// The number of rows that fit below the heading.
  var rows: Int { max(0, area.size.rows - 1) }

  func draw(on frame: inout Frame) {
    let list = manager.list
    var widest = list.widest
    widest.include(manager.table.heading)
    let columns = TransactionColumns(width: area.size.columns, widest: widest)
    drawHead(columns, on: &frame)
    let first = max(0, min(list.selection - rows / 2, list.shownCount - rows))
    let last = min(first + rows, list.shownCount)
    for place in first..<max(first, last) {
      draw(place, columns, on: &frame, row: area.minRow + 1 + place - first)
    }
    if list.shownCount == 0 { write(emptyText, on: &frame, row: area.minRow + 1, style: .muted) }
    frame.markHidden(
      above: first > 0, below: last < list.shownCount, column: area.maxColumn + 1,
      rows: (area.minRow + 1, area.maxRow - 1))
  }

  /// The filter while it is typed or hides rows, otherwise the names of the columns.
  private func drawHead(_ columns: TransactionColumns, on frame: inout Frame) {
    let isTyping = manager.mode == .filter
    guard isTyping || !manager.list.filter.isEmpty else {
      return write(
        columns.line(manager.table.heading), on: &frame, row: area.minRow, style: .muted)
    }
    let text = "/ \(manager.list.filter)" + (isTyping ? Glyphs.full : "")
    write(text, on: &frame, row: area.minRow, style: .accent)
  }

  private func write(
    _ text: String, on frame: inout Frame, row: Int, style: Style = .plain
  ) {
    guard row < area.maxRow else { return }
    frame.write(
      text.clipped(to: area.size.columns), at: Point(column: area.minColumn, row: row),
      style: style)
  }

  private func draw(
    _ place: Int, _ columns: TransactionColumns, on frame: inout Frame, row: Int
  ) {
    let item = manager.list.shown(place)
    write(columns.line(item.cells), on: &frame, row: row)
    draw(item.state(at: manager.list.now), columns, on: &frame, row: row)
    let rect = Rect(column: area.minColumn, row: row, columns: area.size.columns, rows: 1)
    if place == manager.list.selection { frame.markSelected(rect) }
    if manager.mode == .list || manager.mode == .filter {
      frame.addRegion(rect, choosing: place)
    }
  }

  /// A long word begins further left, over the blanks of the column before.
  private func draw(
    _ state: RowState, _ columns: TransactionColumns, on frame: inout Frame, row: Int
  ) {
    let start = min(columns.stateStart, area.size.columns - Width.columns(state.text) - 2)
    let column = area.minColumn + max(0, start)
    frame.write(state.sign, at: Point(column: column, row: row), style: state.style)
    frame.write(
      " " + state.text, at: Point(column: column + 1, row: row),
      style: state.isOver ? .muted : .plain, width: area.maxColumn - column - 1)
  }

  private var emptyText: String {
    if !manager.shown.isRead { return "" }
    return manager.list.all.isEmpty
      ? "No \(manager.table.title.lowercased()) yet." : "No \(manager.table.singular) matches."
  }
}
