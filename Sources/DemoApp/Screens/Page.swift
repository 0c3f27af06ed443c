import TerminalUI

/// The content of a screen, row by row, before it is known which rows are in view.
///
/// A page knows its width, because a wide one puts things side by side; it scrolls in height.
struct Page {
  let width: Int
  let selection: Target?
  private(set) var rows: [[Segment]] = []

  init(width: Int, selection: Target? = nil) {
    self.width = width
    self.selection = selection
  }

  /// Whether things stand side by side: cards, two columns, a picture beside its text.
  var isWide: Bool { width >= Self.wide }

  /// The width from which there is room for that.
  static let wide = 54

  mutating func line(_ line: Line) {
    rows.append([Segment(column: 0, width: width, line: line)])
  }

  /// One empty row; never two in a row, and none at the top.
  mutating func blank() {
    if rows.last?.isEmpty == false { rows.append([]) }
  }

  /// Removes empty rows, the last first, until the page is no higher than `height`.
  mutating func compact(to height: Int) {
    while rows.count > height, let index = rows.lastIndex(where: \.isEmpty) {
      rows.remove(at: index)
    }
  }

  /// Text after a sign, over as many rows as it needs, aligned after the sign.
  mutating func item(_ text: String, sign: String, _ style: Style = .plain) {
    let indent = 2
    for (index, part) in text.wrapped(to: width - indent).enumerated() {
      let text = Segment(column: indent, width: width - indent, line: Line(part, style))
      let mark = Segment(column: 0, width: indent, line: Line(sign, .muted))
      rows.append(index == 0 ? [mark, text] : [text])
    }
  }

  /// A section's title in capitals, with something at the right end.
  mutating func heading(_ title: String, trailing: String = "") {
    let right = trailing.isEmpty ? [] : [Span(trailing, .muted)]
    line(Line([Span(title.uppercased(), .title)], trailing: right))
  }

  /// Text over as many rows as it needs.
  mutating func paragraph(_ text: String, _ style: Style = .plain, target: Target? = nil) {
    for part in text.wrapped(to: width) { line(Line(part, style, target: target)) }
  }

  /// Text in the middle of the page.
  mutating func centred(_ text: String, _ style: Style = .plain) {
    for part in text.wrapped(to: width) {
      let column = max(0, (width - Width.columns(part)) / 2)
      rows.append([Segment(column: column, width: width - column, line: Line(part, style))])
    }
  }

  /// Rows of equal length in the middle of the page; left out if they do not fit.
  mutating func picture(_ picture: [String], _ style: Style = .accent) {
    let columns = picture.map(Width.columns).max() ?? 0
    guard columns <= width else { return }
    let column = (width - columns) / 2
    for row in picture {
      rows.append([Segment(column: column, width: columns, line: Line(row, style))])
    }
  }

  /// A picture of at most `columns`, and lines in the middle of its right side.
  mutating func picture(_ picture: [String], columns: Int, beside lines: [Line]) {
    let offset = max(0, (picture.count - lines.count) / 2)
    for row in 0..<max(picture.count, lines.count + offset) {
      var segments: [Segment] = []
      if row < picture.count {
        segments.append(Segment(column: 0, width: columns, line: Line(picture[row], .accent)))
      }
      if lines.indices.contains(row - offset) {
        segments.append(
          Segment(column: columns, width: width - columns, line: lines[row - offset]))
      }
      place(segments)
    }
  }

  /// Two lists beside each other on a wide page, one after the other on a narrow one.
  mutating func sideBySide(_ left: [Line], _ right: [Line]) {
    guard isWide, !left.isEmpty, !right.isEmpty else {
      return stack(left, right)
    }
    let gap = 6
    let (first, second) = (width * 11 / 20, width - width * 11 / 20 - gap)
    for index in 0..<max(left.count, right.count) {
      var row: [Segment] = []
      if index < left.count { row.append(Segment(column: 0, width: first, line: left[index])) }
      if index < right.count {
        row.append(Segment(column: first + gap, width: second, line: right[index]))
      }
      rows.append(row)
    }
  }

  private mutating func stack(_ lists: [Line]...) {
    for (index, list) in lists.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { blank() }
      for line in list { self.line(line) }
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
  func draw(on frame: inout Frame, in area: Rect, scroll: Int = 0) {
    let offset =
      selection == nil
      ? min(scroll, max(0, rows.count - area.size.rows)) : offset(height: area.size.rows)
    for (index, row) in rows.dropFirst(offset).prefix(area.size.rows).enumerated() {
      let origin = Point(column: area.origin.column, row: area.origin.row + index)
      for segment in row {
        segment.draw(on: &frame, at: origin, selection: selection)
      }
    }
    markHidden(on: &frame, in: area, offset: offset)
  }

  /// The first row in view: the top, unless the selection is further down.
  private func offset(height: Int) -> Int {
    guard rows.count > height, let range = selectedRows else { return 0 }
    let isFirst = !rows.prefix(range.lowerBound).joined().contains { $0.line.target != nil }
    if isFirst && range.upperBound <= height { return 0 }
    return min(max(0, range.upperBound + 1 - height), min(range.lowerBound, rows.count - height))
  }

  private var selectedRows: Range<Int>? {
    guard let selection else { return nil }
    let indices = rows.indices.filter { rows[$0].contains { $0.line.target == selection } }
    guard let first = indices.first, let last = indices.last else { return nil }
    return first..<last + 1
  }

  /// Arrows at the right edge say that there is more above or below.
  private func markHidden(on frame: inout Frame, in area: Rect, offset: Int) {
    let column = area.maxColumn
    if offset > 0 {
      frame.write(Glyphs.arrowUp, at: Point(column: column, row: area.minRow), style: .muted)
    }
    if rows.count > offset + area.size.rows {
      frame.write(Glyphs.arrowDown, at: Point(column: column, row: area.maxRow - 1), style: .muted)
    }
  }
}
