import AppStorePrompts
import TerminalUI

/// Draws a sheet: a box in the middle, as high as its text.
struct SheetView {
  let layer: SheetLayer

  func draw(on frame: inout Frame) {
    let layout = SheetLayout(layer, on: frame.size)
    let rows = layout.rows
    let rect = Rect.centered(
      Size(columns: layout.columns, rows: rows.count + 2), in: layout.room)
    Box().draw(on: &frame, in: rect)
    for (index, row) in visible(rows, height: rect.size.rows - 2).enumerated() {
      draw(row, on: &frame, row: rect.minRow + 1 + index, in: rect, margin: layout.margin)
    }
    frame.markHidden(
      layer.scroll, column: rect.maxColumn - 1, rows: (rect.minRow + 1, rect.maxRow - 3))
    Footer(layer.bindings).draw(on: &frame)
  }

  /// The buttons are last and never cut off; what does not fit above them scrolls.
  private func visible(_ rows: [SheetLayout.Row], height: Int) -> [SheetLayout.Row] {
    guard rows.count > height, let last = rows.last else { return rows }
    return rows.dropLast().dropFirst(layer.scroll.offset).prefix(max(0, height - 1)) + [last]
  }

  private func draw(
    _ row: SheetLayout.Row, on frame: inout Frame, row index: Int, in rect: Rect, margin: Int
  ) {
    let left = rect.minColumn + margin
    let right = rect.maxColumn - margin
    if row.isSelected {
      frame.write(Glyphs.bar, at: Point(column: left - 1, row: index), style: .accent)
    }
    let end = frame.write(row.trailing, endingAt: right, row: index, style: row.trailingStyle)
    let room = (row.trailing.isEmpty ? right : end - 1) - left
    frame.write(
      row.text.clipped(to: max(0, room)), at: Point(column: left, row: index), style: row.style)
  }
}
