/// A line from edge to edge, with a margin of one column.
package struct Rule: Hashable, Sendable {
  package var style: Style

  package init(style: Style = .muted) {
    self.style = style
  }

  package func draw(on frame: inout Frame, row: Int) {
    draw(on: &frame, from: 1, to: frame.size.columns - 1, row: row)
  }

  /// From one column to before another.
  package func draw(on frame: inout Frame, from: Int, to: Int, row: Int) {
    let line = String(repeating: Glyphs.rule, count: max(0, to - from))
    frame.write(line, at: Point(column: from, row: row), style: style)
  }
}
