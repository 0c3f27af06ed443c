import VisibleText

/// A whole screen as a value: a grid of cells.
///
/// A character that is two columns wide takes two cells, the right one with empty text;
/// writing over one half blanks the other, so there is never half a character.
package struct Frame: Sendable {
  package let size: Size
  private(set) var cells: [Cell]
  /// The parts that can be pressed with the mouse, the latest last.
  package internal(set) var regions: [HitRegion] = []
  /// The parts that are pictures, which are not read out.
  var pictures: [Rect] = []
  /// The rows that continue the sentence of the row above.
  var continuations: Set<Int> = []

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
    if text.isPrintableASCII { return write(ascii: text, at: point, style: style, before: limit) }
    var column = point.column
    for character in text {
      for piece in Width.pieces(of: character) {
        guard column + piece.columns <= limit else { return column - point.column }
        put(piece, at: Point(column: column, row: point.row), style: style)
        column += piece.columns
      }
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
    guard part.size.columns > 0 else { return }
    for row in part.minRow..<part.maxRow {
      let start = row * size.columns + part.minColumn
      let end = start + part.size.columns
      blankOtherHalves(of: start..<end)
      for index in start..<end { cells[index] = cell }
    }
  }

  /// Makes the whole frame a background: dim, nothing bold or selected, and nothing to press.
  package mutating func dim() {
    (regions, pictures, continuations) = ([], [], [])
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

  /// Changes the style of each cell in a rectangle; the texts stay.
  mutating func restyle(_ rect: Rect, _ style: (Style) -> Style) {
    let part = rect.intersection(bounds)
    for row in part.minRow..<part.maxRow {
      for index in row * size.columns + part.minColumn..<row * size.columns + part.maxColumn {
        cells[index].style = style(cells[index].style)
      }
    }
  }

  /// Changes the style of each cell in a rectangle that is neither blank nor a part of a picture.
  package mutating func restyleText(_ rect: Rect, _ style: (Style) -> Style) {
    let part = rect.intersection(bounds)
    for row in part.minRow..<part.maxRow {
      let pictures = pictureColumns(ofRow: row)
      for column in part.minColumn..<part.maxColumn {
        let index = row * size.columns + column
        guard cells[index].text != " ", !pictures.contains(where: { $0.contains(column) }) else {
          continue
        }
        cells[index].style = style(cells[index].style)
      }
    }
  }

  func row(_ row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }
}

/// Frames are equal if they look the same, even if their regions and marks for a reader differ.
extension Frame: Equatable {
  package static func == (left: Frame, right: Frame) -> Bool {
    left.size == right.size && left.cells == right.cells
  }
}

extension Frame {
  private func index(of point: Point) -> Int? {
    guard point.column >= 0, point.column < size.columns, point.row >= 0, point.row < size.rows
    else { return nil }
    return point.row * size.columns + point.column
  }

  private func isWide(at index: Int) -> Bool {
    (index + 1) % size.columns != 0 && cells[index + 1].text.isEmpty
  }

  /// Writes printable ASCII, of which each byte takes one cell; most of a screen is such text.
  private mutating func write(
    ascii text: String, at point: Point, style: Style, before limit: Int
  ) -> Int {
    var end = point
    for byte in text.utf8 {
      guard end.column < limit else { break }
      set(Cell(ascii: byte, style: style), at: end)
      end.column += 1
    }
    return end.column - point.column
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

  private mutating func set(_ cell: Cell, at point: Point) {
    guard let index = index(of: point) else { return }
    blankOtherHalves(of: index..<index + 1)
    cells[index] = cell
  }

  /// Blanks the halves of wide characters that remain beside a part of a row when it is overwritten.
  private mutating func blankOtherHalves(of part: Range<Int>) {
    if cells[part.lowerBound].text.isEmpty { cells[part.lowerBound - 1].text = " " }
    if isWide(at: part.upperBound - 1) { cells[part.upperBound].text = " " }
  }
}
