import TerminalUI

/// Draws a sheet: a box in the middle, as high as its text.
struct SheetPicture {
  let layer: SheetLayer

  private var page: SheetPage { layer.page }

  func draw(on frame: inout Frame) {
    let space = space(on: frame.size)
    let rows = rows(in: space)
    let rect = Rect.centered(
      Size(columns: space.size.columns, rows: rows.count + 2), in: space.room)
    Box().draw(on: &frame, in: rect)
    for (index, row) in visible(rows, height: rect.size.rows - 2).enumerated() {
      draw(row, on: &frame, row: rect.minRow + 1 + index, in: rect, margin: space.margin)
    }
    markHidden(rows.count - (rect.size.rows - 2), on: &frame, in: rect)
    Footer(layer.bindings).draw(on: &frame)
  }

  /// How many rows a screen of this size has no room for.
  func hiddenRows(on size: Size) -> Int {
    let space = space(on: size)
    return max(0, rows(in: space).count - max(0, space.room.rows - 2))
  }

  /// The screen without its footer, the box in it at its highest, and the margin inside.
  private func space(on size: Size) -> (room: Size, size: Size, margin: Int) {
    let room = Size(columns: size.columns, rows: max(0, size.rows - 1))
    let width = min(66, max(0, room.columns - 2))
    return (room, Size(columns: width, rows: room.rows), width >= 50 ? 3 : 2)
  }

  private func rows(in space: (room: Size, size: Size, margin: Int)) -> [Row] {
    rows(width: space.size.columns - 2 * space.margin, height: space.size.rows - 2)
  }

  /// The buttons are last and never cut off; what does not fit above them scrolls.
  private func visible(_ rows: [Row], height: Int) -> [Row] {
    guard rows.count > height, let last = rows.last else { return rows }
    return rows.dropLast().dropFirst(layer.scroll).prefix(max(0, height - 1)) + [last]
  }

  /// Arrows on the right border say that there is more above or below.
  private func markHidden(_ count: Int, on frame: inout Frame, in rect: Rect) {
    if layer.scroll > 0 {
      let top = Point(column: rect.maxColumn - 1, row: rect.minRow + 1)
      frame.write(Glyphs.arrowUp, at: top, style: .accent)
    }
    if count > layer.scroll {
      let bottom = Point(column: rect.maxColumn - 1, row: rect.maxRow - 3)
      frame.write(Glyphs.arrowDown, at: bottom, style: .accent)
    }
  }

  private func draw(_ row: Row, on frame: inout Frame, row index: Int, in rect: Rect, margin: Int) {
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

extension SheetPicture {
  private struct Row {
    var text = ""
    var style = Style.plain
    var trailing = ""
    var trailingStyle = Style.plain
    var isSelected = false
  }

  /// With air, without, or only what has to be known before it is agreed to.
  private enum Density: CaseIterable {
    case roomy, tight, essential
  }

  /// The roomiest that fits, else the essential.
  private func rows(width: Int, height: Int) -> [Row] {
    let candidates = Density.allCases.map { rows(width: width, $0) }
    return candidates.first { $0.count <= height } ?? candidates.last ?? []
  }

  private func rows(width: Int, _ density: Density) -> [Row] {
    let isRoomy = density == .roomy
    let blank = isRoomy ? [Row()] : []
    let line = String(repeating: Glyphs.rule, count: max(0, width))
    let rule = isRoomy ? [Row(text: line, style: .muted)] : []
    return blank + heading(width: width, density) + rule + facts(width: width, density) + rule
      + message(width: width, density) + blank + blank + buttons(width: width) + blank
  }

  private func heading(width: Int, _ density: Density) -> [Row] {
    let title = Row(
      text: page.title, style: .title, trailing: page.price, trailingStyle: .price)
    guard density != .essential else { return [title] }
    return [title] + page.kind.wrapped(to: width).map { Row(text: $0, style: .muted) }
  }

  /// Labels in one column, texts wrapped in the other.
  private func facts(width: Int, _ density: Density) -> [Row] {
    let facts = page.facts.filter { $0.isEssential || density != .essential }
    let labels = (facts.map { Width.columns($0.label) }.max() ?? 0) + 2
    return facts.flatMap { fact in
      fact.text.wrapped(to: width - labels).enumerated().map { index, text in
        Row(text: (index == 0 ? fact.label : "").padded(to: labels) + text)
      }
    }
  }

  private func message(width: Int, _ density: Density) -> [Row] {
    guard case .failed(let reason) = layer.phase else {
      let note = density == .roomy ? page.note : page.shortNote
      return note.wrapped(to: width).map { Row(text: $0, style: .muted) }
    }
    let sentence = reason.prefix(1).uppercased() + reason.dropFirst()
    return sentence.wrapped(to: width).map { Row(text: $0, style: .bad) }
  }

  private func buttons(width: Int) -> [Row] {
    switch layer.phase {
    case .asking:
      let isWide = width >= 50
      let key = isWide ? "\(Glyphs.enter) or esc" : Glyphs.enter
      let pay = isWide ? "press \(page.confirmKey)" : "\(page.confirmKey)"
      return [
        Row(
          text: " Not now   \(key) ", style: Style.plain.reversed(),
          trailing: "\(page.confirmLabel)   \(pay)", trailingStyle: Style.accent.bold(),
          isSelected: true)
      ]
    case .working:
      return [
        Row(
          text: "\(Glyphs.pointer) \(page.working) \(Glyphs.ellipsis)", style: .accent,
          trailing: width >= 50 ? "esc leaves, it will finish by itself" : "",
          trailingStyle: .muted)
      ]
    case .failed:
      let text = " Close   \(Glyphs.enter) or esc "
      return [Row(text: text, style: Style.plain.reversed(), isSelected: true)]
    case .closed: return [Row()]
    }
  }
}
