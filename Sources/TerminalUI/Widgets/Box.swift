/// A frame around a part of the screen, empty inside.
package struct Box: Hashable, Sendable {
  package var title: String

  package init(title: String = "") {
    self.title = title
  }

  /// Draws the border along the edges of `rect` and blanks what is inside; a rectangle with
  /// fewer than two rows or columns is only blanked.
  package func draw(on frame: inout Frame, in rect: Rect) {
    frame.fill(rect)
    guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
    let pieces = Glyphs.box
    let line = String(repeating: pieces.horizontal, count: rect.size.columns - 2)
    let left = rect.minColumn
    write(pieces.topLeft + line + pieces.topRight, left, rect.minRow, on: &frame)
    write(pieces.bottomLeft + line + pieces.bottomRight, left, rect.maxRow - 1, on: &frame)
    for row in rect.minRow + 1..<rect.maxRow - 1 {
      write(pieces.vertical, left, row, on: &frame)
      write(pieces.vertical, rect.maxColumn - 1, row, on: &frame)
    }
    drawTitle(on: &frame, in: rect)
  }

  private func drawTitle(on frame: inout Frame, in rect: Rect) {
    guard !title.isEmpty, rect.size.columns > 6 else { return }
    let text = " " + title.clipped(to: rect.size.columns - 6) + " "
    frame.write(
      text, at: Point(column: rect.minColumn + 2, row: rect.minRow), style: Style.plain.bold())
  }

  private func write(_ text: String, _ column: Int, _ row: Int, on frame: inout Frame) {
    frame.write(text, at: Point(column: column, row: row))
  }
}
