/// A text in lines as wide as its place.
package struct Paragraph: Hashable, Sendable {
  package var text: String
  package var style: Style

  package init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  package func rows(columns: Int) -> Int { text.wrapped(to: columns).count }

  /// Draws as many lines as `rect` has rows, and returns how many were drawn.
  @discardableResult
  package func draw(on frame: inout Frame, in rect: Rect) -> Int {
    let lines = text.wrapped(to: rect.size.columns).prefix(max(0, rect.size.rows))
    for (offset, line) in lines.enumerated() {
      let point = Point(column: rect.minColumn, row: rect.minRow + offset)
      frame.write(line, at: point, style: style, width: rect.size.columns)
    }
    return lines.count
  }
}
