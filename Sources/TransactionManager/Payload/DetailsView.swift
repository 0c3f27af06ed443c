import StoreOperatorAPI
import TerminalUI

/// Draws the payload of a row, and when it is open its controls; or the answer to a control.
struct DetailsView {
  let manager: TransactionManager
  let area: Rect

  func draw(on frame: inout Frame) {
    let shown = rows.dropFirst(manager.scroll.offset).prefix(area.size.rows)
    for (offset, row) in shown.enumerated() {
      draw(row, on: &frame, row: area.minRow + offset)
    }
    frame.markHidden(
      manager.scroll, column: area.maxColumn + 1, rows: (area.minRow, area.maxRow - 1))
  }

  private func draw(_ row: DetailsRow, on frame: inout Frame, row index: Int) {
    let start = Point(column: area.minColumn, row: index)
    let columns = frame.write(
      row.label, at: start, style: row.labelStyle, width: area.size.columns)
    let isMarked = row.control != nil && row.control == manager.markedControl
    if row.control != nil, let key = row.label.first, key != " " {
      frame.write(String(key), at: start, style: Style.accent.bold())
    }
    frame.write(
      row.text, at: Point(column: start.column + columns, row: index), style: row.textStyle,
      width: area.size.columns - columns)
    let rect = Rect(origin: start, size: Size(columns: area.size.columns, rows: 1))
    if isMarked { frame.markSelected(rect) }
    addRegion(rect, of: row.control, on: &frame)
  }

  private func addRegion(_ rect: Rect, of control: Int?, on frame: inout Frame) {
    guard let control, manager.controls.indices.contains(control) else { return }
    let key = Key.character(manager.controls[control].key)
    frame.addRegion(rect, meaning: manager.meaning(ofPressOn: key))
  }
}

// The rows.
extension DetailsView {
  /// The rows of the row that is open, or on a wide screen selected; or of an answer.
  var rows: [DetailsRow] {
    switch manager.mode {
    case .answer(let answer):
      return answer.lines.flatMap { $0.wrapped(to: width) }.map { DetailsRow(text: $0) }
    case .details(let row):
      // The controls come first, so that a small screen shows them too.
      return controls + facts(row.facts(with: manager.openedSubscription) + notifications)
    case .list, .filter, .form:
      return manager.list.selected.map { facts($0.facts(with: nil)) } ?? []
    }
  }

  private var width: Int { max(1, area.size.columns) }

  private var controls: [DetailsRow] {
    let labels = manager.controls.map { "\($0.key)  \($0.label)" }
    let column = (labels.map(Width.columns).max() ?? 0) + 3
    let rows = manager.controls.indices.flatMap { index in
      DetailsRow.rows(
        labels[index], manager.controls[index].detail, column: column, width: width
      ).map { row in
        var row = row
        row.control = index
        row.textStyle = .muted
        return row
      }
    }
    return rows + (rows.isEmpty ? [] : [DetailsRow()])
  }

  private var notifications: [RowFacts] {
    RowFacts.notifications(manager.notifications).map { [$0] } ?? []
  }

  private func facts(_ groups: [RowFacts]) -> [DetailsRow] {
    groups.flatMap { group in
      let column = (group.facts.map { Width.columns($0.name) }.max() ?? 0) + 2
      let rows = group.facts.flatMap { fact in
        DetailsRow.rows(fact.name, fact.text, column: column, width: width).map { row in
          var row = row
          row.labelStyle = .muted
          return row
        }
      }
      let title = group.title.map {
        [DetailsRow(), DetailsRow(label: $0, labelStyle: .title)]
      }
      return (title ?? []) + rows
    }
  }
}
