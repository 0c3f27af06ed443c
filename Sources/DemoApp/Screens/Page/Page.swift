import TerminalUI

/// The content of a screen, row by row, before it is known which rows are in view.
///
/// A page knows its width, because a wide one puts things side by side; it scrolls in height.
struct Page {
  let width: Int
  let selection: Target?
  /// The keys that actions name.
  let keys: KeyMap
  private(set) var rows: [[Segment]] = []

  init(width: Int, selection: Target? = nil, keys: KeyMap = .standard) {
    self.width = width
    self.selection = selection
    self.keys = keys
  }

  /// Whether elements are side by side: cards, two columns, a picture beside its text.
  var isWide: Bool { width >= Self.wide }

  /// The minimum width for that.
  static let wide = 54

  mutating func line(_ line: Line) {
    rows.append([Segment(column: 0, width: width, line: line)])
  }

  /// One empty row; never two in a row, and none at the top.
  mutating func blank() {
    if rows.last?.isEmpty == false { rows.append([]) }
  }

  /// Removes empty rows, the last first, until the page is no taller than `height`.
  mutating func compact(to height: Int) {
    while rows.count > height, let index = rows.lastIndex(where: \.isEmpty) {
      rows.remove(at: index)
    }
  }

  /// Removes empty rows if the page then fits.
  ///
  /// A page that scrolls keeps them, because they help to read it.
  mutating func compactIfItFits(_ height: Int) {
    if rows.count(where: { !$0.isEmpty }) <= height { compact(to: height) }
  }

  /// A section's title in capitals, with something at the right end.
  mutating func heading(_ title: String, trailing: String = "") {
    let right = trailing.isEmpty ? [] : [Span(trailing, .muted)]
    line(Line([Span(title.uppercased(), .title)], trailing: right))
  }

  /// An action, with the key of its command at the right end; a press on the row is the same.
  mutating func action(
    _ title: String, _ command: CommandName, _ style: Style = .accent, target: Target? = nil
  ) {
    var line = Line(
      [Span(title, style)], trailing: [Span("press \(keys[command])", .muted)], target: target)
    line.press = keys.key(command)
    self.line(line)
  }

  /// Text over as many rows as it needs.
  mutating func paragraph(_ text: String, _ style: Style = .plain, target: Target? = nil) {
    for (index, part) in text.wrapped(to: min(width, Self.readable)).enumerated() {
      var line = Line(part, style, target: target)
      line.continues = index > 0
      self.line(line)
    }
  }

  /// The maximum width of a paragraph that is easy to read.
  private static let readable = 96

  /// Text in the middle of the page.
  mutating func centred(_ text: String, _ style: Style = .plain) {
    for part in text.wrapped(to: width) {
      let column = max(0, (width - Width.columns(part)) / 2)
      rows.append([Segment(column: column, width: width - column, line: Line(part, style))])
    }
  }

  /// Rows of equal length in the middle of the page; left out if they do not fit.
  mutating func picture(_ picture: [String]) {
    let columns = picture.map(Width.columns).max() ?? 0
    guard columns <= width else { return }
    let column = (width - columns) / 2
    for row in picture {
      rows.append([Segment(column: column, width: columns, line: .picture(row))])
    }
  }

  /// A picture of at most `columns`, and lines in the middle of its right side.
  mutating func picture(_ picture: [String], columns: Int, beside lines: [Line]) {
    let offset = max(0, (picture.count - lines.count) / 2)
    place(
      picture.map(Line.picture), columns: columns,
      beside: Array(repeating: Line(), count: offset) + lines, at: columns)
  }

  /// The width of the left one of two lists, or of a picture and the gap after it.
  var leftColumns: Int { width * 11 / 20 }

  /// The first column of the right one of two lists.
  var rightColumn: Int { leftColumns + 6 }

  /// Two lists beside each other on a wide page, one after the other on a narrow one.
  mutating func sideBySide(_ left: [Line], _ right: [Line]) {
    sideBySide(left, columns: leftColumns, right, at: rightColumn)
  }

  /// Two lists beside each other, of which the left has this width and the right begins at this column.
  mutating func sideBySide(
    _ left: [Line], columns: Int, _ right: [Line], at column: Int
  ) {
    if isWide && !left.isEmpty && !right.isEmpty {
      return place(left, columns: columns, beside: right, at: column)
    }
    for line in left { self.line(line) }
    if !left.isEmpty && !right.isEmpty { blank() }
    for line in right { self.line(line) }
  }

  private mutating func place(
    _ left: [Line], columns: Int, beside right: [Line], at column: Int
  ) {
    for index in 0..<max(left.count, right.count) {
      let first = left.dropFirst(index).prefix(1).map {
        Segment(column: 0, width: columns, line: $0)
      }
      let second = right.dropFirst(index).prefix(1).map {
        Segment(column: column, width: width - column, line: $0)
      }
      place(first + second)
    }
  }

  /// Lines beside each other in columns of equal width, one below the other on a narrow page.
  mutating func columns(_ lines: [Line]) {
    guard isWide, lines.count <= 3 else { return lines.forEach { line($0) } }
    let columnWidth = width / max(1, lines.count)
    place(
      lines.enumerated().map { index, line in
        Segment(column: index * columnWidth, width: columnWidth - 1, line: line)
      })
  }

  /// Segments that the caller has placed.
  mutating func place(_ row: [Segment]) { rows.append(row) }
}

extension Page {
  /// Draws as much as fits, with the selection in view; without one, from the row `scroll` on.
  ///
  /// The `targets` of the place can be chosen with the mouse.
  func draw(
    on frame: inout Frame, in area: Rect, scroll: Int = 0, targets: [Target] = []
  ) {
    let offset =
      selection == nil
      ? min(scroll, max(0, rows.count - area.size.rows)) : offset(height: area.size.rows)
    for (index, row) in rows.dropFirst(offset).prefix(area.size.rows).enumerated() {
      let origin = Point(column: area.origin.column, row: area.origin.row + index)
      for segment in row {
        segment.draw(on: &frame, at: origin, selection: selection, targets: targets)
      }
    }
    frame.markHidden(
      above: offset > 0, below: rows.count > offset + area.size.rows, column: area.maxColumn,
      rows: (area.minRow, area.maxRow - 1), style: .muted)
  }

  /// The first row in view: the top, unless the selection is further down.
  ///
  /// If the first selectable element begins on the first screen, the top stays in view, even if the
  /// element does not fit.
  private func offset(height: Int) -> Int {
    guard rows.count > height, let range = selectedRows else { return 0 }
    let isFirst = !rows.prefix(range.lowerBound).joined().contains { $0.line.target != nil }
    if isFirst && range.lowerBound < height { return 0 }
    return min(max(0, range.upperBound + 1 - height), min(range.lowerBound, rows.count - height))
  }

  private var selectedRows: Range<Int>? {
    guard let selection else { return nil }
    let indices = rows.indices.filter { rows[$0].contains { $0.line.target == selection } }
    guard let first = indices.first, let last = indices.last else { return nil }
    return first..<last + 1
  }
}
