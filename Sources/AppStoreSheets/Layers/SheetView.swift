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
    if case .purchased = layer.phase { frame.addRegion(rect, pressing: .enter) }
    for (index, row) in visible(rows, height: rect.size.rows - 2).enumerated() {
      draw(row, on: &frame, row: rect.minRow + 1 + index, in: rect, margin: layout.margin)
    }
    frame.markHidden(
      layer.scroll, column: rect.maxColumn - 1, rows: (rect.minRow + 1, rect.maxRow - 3))
    Footer(layer.bindings, takesText: layer.takesText) { [layer] key in
      layer.meaning(ofPressOn: key)
    }.draw(on: &frame)
  }

  /// The last row with a button is never cut off; what does not fit above it scrolls.
  private func visible(_ rows: [SheetRow], height: Int) -> [SheetRow] {
    guard rows.count > height, let last = rows.last else { return rows }
    return rows.dropLast().dropFirst(layer.scroll.offset).prefix(max(0, height - 1)) + [last]
  }

  private func draw(
    _ row: SheetRow, on frame: inout Frame, row index: Int, in rect: Rect, margin: Int
  ) {
    // The bar of a selected text is two columns before it, and not on the border.
    let left = rect.minColumn + (row.selection == .text ? 3 : margin)
    let right = rect.maxColumn - margin
    let end = frame.write(
      row.trailing, endingAt: right, row: index, style: row.trailingStyle, minColumn: left)
    let indent = frame.write(
      row.leading, at: Point(column: left, row: index), style: row.leadingStyle,
      width: right - left)
    let room = (row.trailing.isEmpty ? right : end - 1) - left - indent
    let text = row.text.clipped(to: max(0, room))
    let used = frame.write(
      text, at: Point(column: left + indent, row: index), style: row.style)
    let textRect = Rect(column: left, row: index, columns: indent + used, rows: 1)
    let trailingRect = Rect(column: end, row: index, columns: max(0, right - end), rows: 1)
    if row.continues { frame.markContinuation(row: index) }
    mark(row.selection, textRect, trailingRect, on: &frame)
    mark(row.picture, textRect, leadingColumns: indent, on: &frame)
    addRegions(of: row, textRect, trailingRect, on: &frame)
  }

  private func mark(
    _ selection: SheetRow.Selection, _ text: Rect, _ trailing: Rect, on frame: inout Frame
  ) {
    switch selection {
    case .none: break
    case .text: frame.markSelected(text.widened(by: 1))
    case .trailing: frame.markSelected(trailing)
    }
  }

  private func mark(
    _ picture: SheetRow.Picture, _ text: Rect, leadingColumns: Int, on frame: inout Frame
  ) {
    switch picture {
    case .none: break
    case .leading:
      let size = Size(columns: leadingColumns, rows: 1)
      frame.markPicture(Rect(origin: text.origin, size: size))
    case .text: frame.markPicture(text)
    }
  }

  /// A press on a button marks it, and a second press is its key.
  ///
  /// A press on the selected text is Enter. While text is typed, a press on the text at the other
  /// end is Escape.
  private func addRegions(
    of row: SheetRow, _ text: Rect, _ trailing: Rect, on frame: inout Frame
  ) {
    if let button = row.button { addRegion(text, of: button, on: &frame) }
    if let button = row.trailingButton { addRegion(trailing, of: button, on: &frame) }
    switch row.selection {
    case .none: break
    case .text: frame.addRegion(text, pressing: .enter)
    case .trailing:
      frame.addRegion(text, pressing: .escape)
      frame.addRegion(trailing, pressing: .enter)
    }
  }

  private func addRegion(_ rect: Rect, of button: Int, on frame: inout Frame) {
    guard layer.page.buttons.indices.contains(button) else { return }
    let key = Key.character(layer.page.buttons[button].key)
    frame.addRegion(rect, meaning: layer.meaning(ofPressOn: key))
  }
}

extension Rect {
  fileprivate func widened(by columns: Int) -> Rect {
    Rect(
      column: minColumn, row: minRow, columns: size.columns + columns, rows: size.rows)
  }
}
