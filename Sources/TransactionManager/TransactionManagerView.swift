import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI

/// Draws the Transaction Manager: a box over the whole screen but its footer.
struct TransactionManagerView {
  let manager: TransactionManager
  let size: Size

  private var room: Rect {
    Rect(column: 0, row: 0, columns: size.columns, rows: max(0, size.rows - 1))
  }

  private var inside: Rect { room.inset(columns: size.columns >= 60 ? 2 : 1, rows: 1) }

  func draw(on frame: inout Frame) {
    Box(title: title).draw(on: &frame, in: room)
    drawOtherTable(on: &frame)
    switch manager.mode {
    case .list, .filter: drawList(on: &frame)
    case .details: drawDetails(on: &frame)
    }
    Footer(manager.bindings).draw(on: &frame)
  }

  private var title: String {
    switch manager.opened {
    case nil: manager.table.title
    case .order(let order): "Order \(order.id)"
    case .transaction(let listed): "Transaction \(listed.id)"
    case .subscription: "Subscription \(manager.opened?.id.description ?? "")"
    }
  }

  /// On the border, because a narrow screen's footer has no room for it.
  private func drawOtherTable(on frame: inout Frame) {
    guard manager.mode == .list else { return }
    let text = " tab \(manager.table.other.title) "
    frame.write(text, endingAt: room.maxColumn - 2, row: room.minRow, style: .muted)
  }

  private func write(
    _ text: String, on frame: inout Frame, row: Int, style: Style = .plain
  ) {
    frame.write(
      text.clipped(to: inside.size.columns), at: Point(column: inside.minColumn, row: row),
      style: style)
  }
}

// The list.
extension TransactionManagerView {
  /// The number of rows that fit between the heading and the last line.
  var listRows: Int { max(0, inside.size.rows - 2) }

  private func drawList(on frame: inout Frame) {
    let list = manager.list
    let columns = TransactionColumns(width: inside.size.columns - 2)
    let heading = columns.line(manager.table.heading)
    write("  " + heading, on: &frame, row: inside.minRow, style: .muted)
    let first = max(0, min(list.selection - listRows / 2, list.shownCount - listRows))
    for place in first..<min(first + listRows, list.shownCount) {
      draw(
        list.shown(place), columns, isSelected: place == list.selection, on: &frame,
        row: inside.minRow + 1 + place - first)
    }
    if list.shownCount == 0 {
      write(emptyText, on: &frame, row: inside.minRow + 2, style: .muted)
    }
    frame.markHidden(
      above: first > 0, below: first + listRows < list.shownCount, column: room.maxColumn - 1,
      rows: (inside.minRow + 1, inside.maxRow - 2))
    drawLastLine(on: &frame)
  }

  private func draw(
    _ item: ListedRow, _ columns: TransactionColumns, isSelected: Bool, on frame: inout Frame,
    row: Int
  ) {
    let state = item.state(at: manager.list.now)
    write(
      (isSelected ? Glyphs.bar + " " : "  ") + columns.line(item.cells), on: &frame, row: row,
      style: isSelected ? .title : .plain)
    frame.write(state.text, endingAt: inside.maxColumn, row: row, style: state.style)
  }

  private var emptyText: String {
    if !manager.shown.isRead { return "" }
    return manager.list.all.isEmpty
      ? "no \(manager.table.title.lowercased()) yet" : "nothing matches the filter"
  }

  private func drawLastLine(on frame: inout Frame) {
    let isTyping = manager.mode == .filter
    let filter = isTyping || !manager.list.filter.isEmpty ? "Filter: \(manager.list.filter)" : ""
    let row = inside.maxRow - 1
    write(filter + (isTyping ? Glyphs.full : ""), on: &frame, row: row, style: .accent)
    let rest = inside.size.columns - Width.columns(filter) - 3
    frame.write(
      manager.summary.clipped(to: max(0, rest)), endingAt: inside.maxColumn, row: row,
      style: manager.shown.failure == nil ? .muted : .bad)
  }
}

// The details.
extension TransactionManagerView {
  private typealias Row = (text: String, style: Style)

  var hiddenDetailRows: Int { max(0, detailRows.count - detailRoom) }

  /// The last line says what a control has done.
  var detailRoom: Int { max(0, inside.size.rows - activityRows.count) }

  private func drawDetails(on frame: inout Frame) {
    let rows = detailRows.dropFirst(manager.scroll.offset).prefix(detailRoom)
    for (offset, row) in rows.enumerated() {
      write(row.text, on: &frame, row: inside.minRow + offset, style: row.style)
    }
    frame.markHidden(
      manager.scroll, column: room.maxColumn - 1, rows: (inside.minRow, inside.maxRow - 1))
    for (offset, row) in activityRows.enumerated() {
      write(
        row.text, on: &frame, row: inside.maxRow - activityRows.count + offset, style: row.style)
    }
  }

  private var detailRows: [Row] {
    guard let opened = manager.opened else { return [] }
    let controls = manager.controls.map { control in
      ("\(control.key)  \(control.label)", control.detail)
    }
    let names = (controls.map { Width.columns($0.0) }.max() ?? 0) + 3
    // The controls come first, so that a small screen shows them too.
    return controls.flatMap { inColumns($0.0, $0.1, names, .accent) }
      + (controls.isEmpty ? [] : [("", .plain)])
      + rows(of: opened.facts(with: manager.openedSubscription) + notifications)
  }

  private var notifications: [RowFacts] {
    RowFacts.notifications(manager.notifications).map { [$0] } ?? []
  }

  private func rows(of groups: [RowFacts]) -> [Row] {
    groups.flatMap { group in
      let names = (group.facts.map { Width.columns($0.name) }.max() ?? 0) + 2
      return (group.title.map { [("", .plain), ($0, .title)] } ?? [])
        + group.facts.flatMap { inColumns($0.name, $0.text, names, .plain) }
    }
  }

  /// A label and its text beside it, or below it where there is little room.
  private func inColumns(
    _ label: String, _ text: String, _ column: Int, _ style: Style
  ) -> [Row] {
    let width = inside.size.columns - 1
    guard width - column >= 16 else {
      return [(label, style)] + text.wrapped(to: max(8, width - 3)).map { ("   " + $0, .plain) }
    }
    return text.wrapped(to: width - column).enumerated().map { index, line in
      ((index == 0 ? label : "").padded(to: column) + line, style)
    }
  }

  private var activityRows: [Row] {
    let (text, style): (String, Style) =
      switch manager.activity {
      case .idle: ("", .plain)
      case .working(let label, _): ("\(Glyphs.pointer) \(label) \(Glyphs.ellipsis)", .accent)
      case .done(let sentence): ("\(Glyphs.check) \(sentence)", .good)
      case .refused(let reason): (reason.prefix(1).uppercased() + reason.dropFirst(), .bad)
      }
    return text.isEmpty ? [] : text.wrapped(to: inside.size.columns - 1).map { ($0, style) }
  }
}
