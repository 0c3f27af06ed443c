/// A whole screen as a value: a grid of cells.
///
/// A character that is two columns wide takes two cells, the right one with empty text;
/// writing over one half blanks the other, so there is never half a character.
package struct Frame: Sendable {
  package let size: Size
  private var cells: [Cell]
  /// The parts that can be pressed with the mouse, the latest last.
  package internal(set) var regions: [HitRegion] = []

  package init(size: Size) {
    self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  package var bounds: Rect { Rect(origin: Point(column: 0, row: 0), size: size) }

  /// The cell at a point; `.blank` outside the frame.
  package subscript(point: Point) -> Cell {
    index(of: point).map { cells[$0] } ?? .blank
  }

  /// Writes one line and returns the columns used.
  ///
  /// Clipped to `width` or the frame's edge, whichever comes first, never splitting a wide
  /// character and never wrapping. The part left of or above the frame is left out. Control
  /// characters are written as escapes.
  @discardableResult
  package mutating func write(
    _ text: String, at point: Point, style: Style = .plain, width: Int? = nil
  ) -> Int {
    let room = size.columns - point.column
    let limit = point.column + min(room, max(0, width ?? room))
    var column = point.column
    for piece in text.lazy.flatMap(Width.pieces(of:)) {
      guard column + piece.columns <= limit else { break }
      put(piece, at: Point(column: column, row: point.row), style: style)
      column += piece.columns
    }
    return column - point.column
  }

  /// Writes one line so that it ends before `column`, and returns the column where it begins.
  ///
  /// A text that would begin left of `minColumn` is clipped at its end, with "…".
  @discardableResult
  package mutating func write(
    _ text: String, endingAt column: Int, row: Int, style: Style = .plain, minColumn: Int = 0
  ) -> Int {
    let end = min(column, size.columns)
    let text = text.clipped(to: max(0, end - minColumn))
    let start = end - Width.columns(text)
    write(text, at: Point(column: start, row: row), style: style)
    return start
  }

  package mutating func fill(_ rect: Rect, with cell: Cell = .blank) {
    let part = rect.intersection(bounds)
    for row in part.minRow..<part.maxRow {
      for column in part.minColumn..<part.maxColumn {
        set(cell, at: Point(column: column, row: row))
      }
    }
  }

  /// Makes the whole frame a background: dim, nothing bold or selected, and nothing to press.
  package mutating func dim() {
    regions = []
    for index in cells.indices {
      if cells[index].text == Glyphs.bar { cells[index].text = " " }
      cells[index].style = cells[index].style.dimmed()
    }
  }

  /// Shows every text in ASCII, in as many columns as before.
  package mutating func foldToASCII() {
    for index in cells.indices where !cells[index].text.isEmpty {
      let text = Glyphs.fold(cells[index].text)
      guard text != cells[index].text else { continue }
      let point = Point(column: index % size.columns, row: index / size.columns)
      write(text, at: point, style: cells[index].style)
    }
  }

  /// Changes the style of every cell in a rectangle; the texts stay.
  package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let part = rect.intersection(bounds)
    for row in part.minRow..<part.maxRow {
      for index in row * size.columns + part.minColumn..<row * size.columns + part.maxColumn {
        cells[index].style = change(cells[index].style)
      }
    }
  }

  func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }
}

/// Frames are equal if they look the same, even if their regions differ.
extension Frame: Equatable {
  package static func == (left: Frame, right: Frame) -> Bool {
    left.size == right.size && left.cells == right.cells
  }
}

extension Frame {
  private func index(of point: Point) -> Int? {
    bounds.contains(point) ? point.row * size.columns + point.column : nil
  }

  private func isWide(at index: Int) -> Bool {
    (index + 1) % size.columns != 0 && cells[index + 1].text.isEmpty
  }

  private mutating func put(_ piece: Width.Piece, at point: Point, style: Style) {
    guard piece.columns == 2 else { return set(Cell(piece.text, style: style), at: point) }
    // A wide character whose left half lies outside leaves a blank for its right half.
    let right = Point(column: point.column + 1, row: point.row)
    guard index(of: point) != nil else { return set(Cell(" ", style: style), at: right) }
    set(Cell(" ", style: style), at: right)
    set(Cell(piece.text, style: style), at: point)
    if let index = index(of: right) { cells[index].text = "" }
  }

  /// Blanks the other half of a wide character that loses one.
  private mutating func set(_ cell: Cell, at point: Point) {
    guard let index = index(of: point) else { return }
    if cells[index].text.isEmpty { cells[index - 1].text = " " }
    if isWide(at: index) { cells[index + 1].text = " " }
    cells[index] = cell
  }
}
