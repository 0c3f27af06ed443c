import Foundation
import StoreAPI
import TerminalUI

/// Draws the Transaction Manager: a box over the whole screen but its footer.
struct TransactionManagerPicture {
  let manager: TransactionManager
  let size: Size

  private var room: Rect {
    Rect(column: 0, row: 0, columns: size.columns, rows: max(0, size.rows - 1))
  }

  private var inside: Rect { room.inset(columns: size.columns >= 60 ? 2 : 1, rows: 1) }

  func draw(on frame: inout Frame) {
    Box(title: title).draw(on: &frame, in: room)
    switch manager.place {
    case .list, .filter: drawList(on: &frame)
    case .details: drawDetails(on: &frame)
    }
    Footer(manager.bindings).draw(on: &frame)
  }

  private var title: String {
    switch manager.opened {
    case nil: "Transactions"
    case .order(let order): "Order \(order.id)"
    case .transaction(let listed): "Transaction \(listed.id)"
    }
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
extension TransactionManagerPicture {
  /// How many transactions have room, between the heading and the last line.
  var listRows: Int { max(0, inside.size.rows - 2) }

  private func drawList(on frame: inout Frame) {
    let columns = TransactionColumns(width: inside.size.columns - 2)
    write("  " + columns.heading, on: &frame, row: inside.minRow, style: .muted)
    let rows = manager.list.shown
    let first = max(0, min(manager.list.selection - listRows / 2, rows.count - listRows))
    for (offset, item) in rows.dropFirst(first).prefix(listRows).enumerated() {
      draw(
        item, columns, isSelected: first + offset == manager.list.selection, on: &frame,
        row: inside.minRow + 1 + offset)
    }
    if rows.isEmpty { write(emptyText, on: &frame, row: inside.minRow + 2, style: .muted) }
    frame.markHidden(
      above: first > 0, below: first + listRows < rows.count, column: room.maxColumn - 1,
      rows: (inside.minRow + 1, inside.maxRow - 2))
    drawLastLine(on: &frame)
  }

  private func draw(
    _ item: ManagedRow, _ columns: TransactionColumns, isSelected: Bool,
    on frame: inout Frame, row: Int
  ) {
    let state = TransactionState(item, at: manager.now ?? .distantPast)
    let text = columns.line(item)
    write(
      (isSelected ? Glyphs.bar + " " : "  ") + text, on: &frame, row: row,
      style: isSelected ? .title : .plain)
    frame.write(state.text, endingAt: inside.maxColumn, row: row, style: state.style)
  }

  private var emptyText: String {
    if manager.now == nil { return "" }
    return manager.list.count == 0 ? "no transactions yet" : "none of these matches the filter"
  }

  private func drawLastLine(on frame: inout Frame) {
    let isTyping = manager.place == .filter
    let filter = isTyping || !manager.list.filter.isEmpty ? "Filter: \(manager.list.filter)" : ""
    let row = inside.maxRow - 1
    write(filter + (isTyping ? Glyphs.full : ""), on: &frame, row: row, style: .accent)
    let rest = inside.size.columns - Width.columns(filter) - 3
    frame.write(
      manager.summary.clipped(to: max(0, rest)), endingAt: inside.maxColumn, row: row,
      style: manager.failure == nil ? .muted : .bad)
  }
}

// The details.
extension TransactionManagerPicture {
  private typealias Row = (text: String, style: Style)

  var hiddenDetailRows: Int { max(0, detailRows.count - detailRoom) }

  /// The last line says what a control has done.
  private var detailRoom: Int { max(0, inside.size.rows - activityRows.count) }

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
    let facts = opened.facts + (manager.subscription?.facts ?? [])
    let labels = (facts.map { Width.columns($0.label) }.max() ?? 0) + 2
    let controls = manager.controls.map { control in
      ("\(control.key)  \(control.label)", control.detail)
    }
    let names = (controls.map { Width.columns($0.0) }.max() ?? 0) + 3
    // The controls come first, so that a small screen shows them too.
    return controls.flatMap { inColumns($0.0, $0.1, names, .accent) }
      + (controls.isEmpty ? [] : [("", .plain)])
      + facts.flatMap { inColumns($0.label, $0.text, labels, .plain) }
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
      case .working(let label): ("\(Glyphs.pointer) \(label) \(Glyphs.ellipsis)", .accent)
      case .done(let sentence): ("\(Glyphs.check) \(sentence)", .good)
      case .refused(let reason): (reason.prefix(1).uppercased() + reason.dropFirst(), .bad)
      }
    return text.isEmpty ? [] : text.wrapped(to: inside.size.columns - 1).map { ($0, style) }
  }
}
