import StoreOperatorAPI
import TerminalUI

/// Draws the Transaction Manager in the column of the app's pages.
struct TransactionManagerView {
  let manager: TransactionManager
  let layout: ManagerLayout

  init(manager: TransactionManager, size: Size) {
    self.manager = manager
    let columns = Rect.content(of: size).size.columns
    notices = manager.notice.map { $0.text.wrapped(to: max(1, columns)) } ?? []
    let rows = notices.isEmpty ? (manager.hasStatusRow ? 1 : 0) : notices.count
    layout = ManagerLayout(size: size, noticeRows: min(rows, max(0, size.rows - 4)))
  }

  private let notices: [String]

  func draw(on frame: inout Frame) {
    frame.fill(frame.bounds)
    drawFirstLine(on: &frame)
    if layout.isTall {
      drawRule(on: &frame, row: 1)
      drawRule(on: &frame, row: frame.size.rows - 2)
    }
    drawContent(on: &frame)
    drawNotice(on: &frame)
    Footer(
      manager.bindings, hasCommandLine: manager.hasCommandLine, takesText: manager.takesText
    ) { [manager] key in
      manager.meaning(ofPressOn: key)
    }.draw(on: &frame)
  }

  private func drawContent(on frame: inout Frame) {
    if let panes = layout.panes {
      TableView(manager: manager, area: panes.list).draw(on: &frame)
      if !manager.showsTable { frame.dim(panes.list) }
      panes.drawRule(on: &frame, rows: layout.paneRows)
      drawDetails(on: &frame)
    } else if manager.showsTable {
      TableView(manager: manager, area: layout.list).draw(on: &frame)
    } else {
      drawDetails(on: &frame)
    }
  }

  private func drawDetails(on frame: inout Frame) {
    switch manager.mode {
    case .list, .filter, .details, .answer: details.draw(on: &frame)
    case .form(let form): FormView(form: form, area: layout.details).draw(on: &frame)
    }
  }

  private var details: DetailsView { DetailsView(manager: manager, area: layout.details) }
}

// The sizes for scrolling.
extension TransactionManagerView {
  /// The number of rows that fit below the heading.
  var listRows: Int { TableView(manager: manager, area: layout.list).rows }

  /// The number of rows of the details that fit.
  var detailRoom: Int { layout.details.size.rows }

  var hiddenDetailRows: Int {
    switch manager.mode {
    case .details, .answer: max(0, details.rows.count - detailRoom)
    case .list, .filter, .form: 0
    }
  }
}

extension TransactionManager {
  /// Whether a narrow screen shows the table.
  fileprivate var showsTable: Bool { mode == .list || mode == .filter }

  /// Whether the row above the keys says how much is shown or read.
  fileprivate var hasStatusRow: Bool { showsTable && !summary.isEmpty }
}

// The first line, and the row above the keys.
extension TransactionManagerView {
  private func drawRule(on frame: inout Frame, row: Int) {
    let column = layout.column
    frame.write(
      String(repeating: Glyphs.rule, count: column.size.columns),
      at: Point(column: column.minColumn, row: row), style: .muted)
  }

  private func drawFirstLine(on frame: inout Frame) {
    let column = layout.column
    var place = column.minColumn
    for table in [ManagedTable.transactions, .subscriptions] where isNamed(table) {
      place += drawTab(table, on: &frame, at: place) + 3
    }
    let title = self.title
    guard place + Width.columns(title) <= column.maxColumn else { return }
    frame.write(title, endingAt: column.maxColumn, row: 0, style: .muted)
  }

  /// Only a wide screen names both tables over the details and forms.
  private func isNamed(_ table: ManagedTable) -> Bool {
    manager.mode == .list || layout.column.size.columns >= 60 || table == manager.table
  }

  private func drawTab(_ table: ManagedTable, on frame: inout Frame, at column: Int) -> Int {
    let isShown = table == manager.table
    let columns = frame.write(
      table.title, at: Point(column: column, row: 0),
      style: isShown ? Style.title.underlined() : .muted,
      width: max(0, layout.column.maxColumn - column))
    if !isShown, manager.mode == .list {
      frame.addRegion(Rect(column: column, row: 0, columns: columns, rows: 1), pressing: .tab)
    }
    return columns
  }

  private var title: String {
    switch manager.mode {
    case .list, .filter: "Transaction Manager"
    case .details(.order(let order)): "Order \(order.id)"
    case .details(.transaction(let listed)): "Transaction \(listed.id)"
    case .details(let row): "Subscription \(row.id)"
    case .form(let form): form.control.title
    case .answer(let answer): answer.title
    }
  }

  private func drawNotice(on frame: inout Frame) {
    guard let notice = manager.notice else { return drawStatus(on: &frame) }
    let column = layout.column
    let rows = notices.prefix(layout.noticeRows)
    for (index, line) in rows.enumerated() {
      let row = layout.firstNoticeRow + index
      if index == 0 {
        frame.write(
          notice.tone.sign, at: Point(column: column.minColumn, row: row), style: notice.tone.style)
      }
      frame.write(
        line, at: Point(column: column.minColumn + 2, row: row), style: Style.plain.bold(),
        width: max(0, column.size.columns - 2))
    }
  }

  private func drawStatus(on frame: inout Frame) {
    guard layout.noticeRows > 0 else { return }
    let area = Rect.content(of: layout.size)
    frame.write(
      manager.summary, endingAt: area.maxColumn, row: layout.firstNoticeRow, style: .muted,
      minColumn: area.minColumn)
  }
}

extension ManagerNotice.Tone {
  fileprivate var sign: String {
    switch self {
    case .good: Glyphs.check
    case .bad: Glyphs.refunded
    case .inProgress: Glyphs.pointer
    }
  }

  fileprivate var style: Style {
    switch self {
    case .good: .good
    case .bad: .bad
    case .inProgress: .warn
    }
  }
}
