import TerminalUI

/// Rows of characters of one column each, on which pictures are drawn over each other.
struct Canvas {
  private var rows: [[Cell]]

  /// An empty canvas.
  init(columns: Int, rows: Int) {
    let row = Array(repeating: Cell.blank, count: max(0, columns))
    self.rows = Array(repeating: row, count: max(0, rows))
  }

  /// Draws a picture whose last row is the canvas's last row; parts outside the canvas are left out.
  ///
  /// A row covers what is behind it from its first to its last sign; a picture that `isBehind` is
  /// drawn only where nothing is yet.
  mutating func draw(
    _ picture: [String], at column: Int, _ style: Style, isBehind: Bool = false
  ) {
    let top = rows.count - picture.count
    for (offset, text) in picture.enumerated() where rows.indices.contains(top + offset) {
      for (index, sign) in Self.signs(of: text) {
        put(sign, row: top + offset, column: column + index, style, isBehind: isBehind)
      }
    }
  }

  /// The signs from the first to the last that is not blank, with their places.
  private static func signs(of text: String) -> [(Int, Character)] {
    let signs = Array(text.enumerated().map { ($0.offset, $0.element) })
    guard let first = signs.firstIndex(where: { $0.1 != " " }),
      let last = signs.lastIndex(where: { $0.1 != " " })
    else { return [] }
    return Array(signs[first...last])
  }

  private mutating func put(
    _ sign: Character, row: Int, column: Int, _ style: Style, isBehind: Bool
  ) {
    guard rows[row].indices.contains(column), !isBehind || rows[row][column] == .blank else {
      return
    }
    rows[row][column] = Cell(String(sign), style: style)
  }

  /// Changes the style of the given signs within the columns.
  mutating func restyle(_ signs: Set<String>, in columns: Range<Int>, _ style: Style) {
    for row in rows.indices {
      for column in columns where rows[row].indices.contains(column) {
        let text = rows[row][column].text
        if signs.contains(text) { rows[row][column] = Cell(text, style: style) }
      }
    }
  }

  /// The rows as lines, with one span for neighbours of the same style.
  var lines: [Line] { rows.map { Line(Self.spans(of: $0)) } }

  private static func spans(of row: [Cell]) -> [Span] {
    var spans: [Span] = []
    for cell in row {
      if let last = spans.last, last.style == cell.style {
        spans[spans.count - 1] = .picture(last.text + cell.text, last.style)
      } else {
        spans.append(.picture(cell.text, cell.style))
      }
    }
    return spans
  }
}
