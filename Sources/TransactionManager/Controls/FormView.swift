import TerminalUI

/// Draws the form of a control: what it does, its fields, and the question of a destructive one.
struct FormView {
  let form: ControlForm
  let area: Rect

  func draw(on frame: inout Frame) {
    var row = area.minRow
    for line in form.control.summary.wrapped(to: max(1, area.size.columns)) {
      row += write(line, on: &frame, row: row, style: .muted)
    }
    row += area.size.rows > form.fields.count + 3 ? 1 : 0
    let room = max(1, area.maxRow - row - question.count)
    let first = max(0, min(form.selection - room / 2, form.fields.count - room))
    for index in form.fields.indices.dropFirst(first).prefix(room) {
      draw(index, on: &frame, row: row)
      row += 1
    }
    drawQuestion(on: &frame, row: row)
  }

  private func write(
    _ text: String, on frame: inout Frame, row: Int, style: Style = .plain
  ) -> Int {
    guard row < area.maxRow else { return 0 }
    frame.write(
      text.clipped(to: area.size.columns), at: Point(column: area.minColumn, row: row),
      style: style)
    return 1
  }

  private func draw(_ index: Int, on frame: inout Frame, row: Int) {
    let field = form.fields[index]
    let labels = (form.fields.map { Width.columns($0.label) }.max() ?? 0) + 3
    let isSelected = index == form.selection && !form.isAsking
    let rect = Rect(column: area.minColumn, row: row, columns: area.size.columns, rows: 1)
    frame.write(
      field.label, at: rect.origin, style: .muted, width: area.size.columns)
    let room = area.size.columns - labels
    let text = text(of: index, isSelected: isSelected, room: room)
    let start = Point(column: area.minColumn + labels, row: row)
    let columns = frame.write(text, at: start, width: max(0, room))
    frame.write(
      hint(of: index), endingAt: area.maxColumn, row: row, style: .muted,
      minColumn: min(area.maxColumn, start.column + columns + 2))
    if isSelected { frame.markSelected(rect) }
    frame.addRegion(rect, choosing: index)
  }

  /// The typed text, or only its end if it is long.
  ///
  /// The letters of a password are hidden.
  private func text(of index: Int, isSelected: Bool, room: Int) -> String {
    let (field, text) = (form.fields[index], form.texts[index])
    guard field.choices == nil else {
      return isSelected ? "\(Glyphs.arrowLeft) \(text) \(Glyphs.arrowRight)" : text
    }
    let shown = field.kind == .password ? String(repeating: "*", count: text.count) : text
    let cursor = isSelected ? "_" : ""
    guard shown.count > max(1, room - 1) else { return shown + cursor }
    return Glyphs.ellipsis + String(shown.suffix(max(1, room - 2))) + cursor
  }

  /// An example for an empty field, and whether it may stay empty.
  private func hint(of index: Int) -> String {
    guard form.texts[index].isEmpty else { return "" }
    let field = form.fields[index]
    let example = field.example
    guard !field.isRequired else { return example }
    return example.isEmpty ? "optional" : "optional: \(example)"
  }
}

// The question before a destructive control.
extension FormView {
  private var question: [String] {
    form.isAsking
      ? ["", "\(form.control.title)? No control undoes it.", "y agrees, any other key does not."]
      : []
  }

  private func drawQuestion(on frame: inout Frame, row: Int) {
    guard form.isAsking else { return }
    var row = min(row, max(area.minRow, area.maxRow - question.count))
    for line in question {
      row += write(line, on: &frame, row: row, style: Style.plain.bold())
    }
    let last = Rect(column: area.minColumn, row: row - 1, columns: area.size.columns, rows: 1)
    frame.addRegion(last, pressing: .escape)
  }
}
