import TerminalUI

/// Everything that was bought, renewed and refunded, as a statement with a sum for each month.
///
/// It draws only the lines in view, which move only when the selection leaves them. So a long history
/// is drawn as fast as a short one, and a key changes few lines.
struct HistoryScreen: PlaceScreen {
  static let hasPane = true

  /// The sentence before the history is here.
  static let waitingText = "Asking the store."

  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    guard let history = demo.history else {
      page.heading("History")
      return page.paragraph(Self.waitingText, .muted)
    }
    guard let statement = demo.statement, let layout = demo.historyLayout else {
      page.heading("History")
      return page.paragraph(history.missing ?? "You have not bought anything yet.")
    }
    page.heading("History", trailing: count(in: statement, of: history, lines: layout.lines))
    let row = HistoryRow(statement: statement, store: store, isWide: page.isWide)
    if layout.hasHead { page.line(head(row, width: page.width)) }
    if statement.entries.isEmpty { page.paragraph("No transaction matches.") }
    for line in statement.rows[layout.lines] {
      page.line(row.line(line, isComplete: history.isComplete, newest: history.entries.first))
    }
    fill(layout.footnote, on: &page)
  }

  private func fill(_ footnote: [String], on page: inout Page) {
    guard !footnote.isEmpty else { return }
    page.blank()
    for line in footnote { page.line(Line(line, .muted)) }
  }

  /// The filter while it is typed or hides rows, otherwise the names of the columns.
  private func head(_ row: HistoryRow, width: Int) -> Line {
    let filter = demo.historyFilter
    guard filter.isShown else { return row.head }
    let cursor = filter.isTyping ? Glyphs.full : ""
    return Line("/ \(filter.text)\(cursor)".clipped(to: width), .accent)
  }

  /// The number of transactions, and whether there are more above or below those in view.
  ///
  /// It does not change from row to row, so that a key draws only rows.
  private func count(
    in statement: HistoryStatement, of history: History, lines: Range<Int>
  ) -> String {
    let count = statement.entries.count
    let noun = count == 1 ? "entry" : "entries"
    let number =
      demo.historyFilter.text.isEmpty
      ? (history.hasMore ? "more than \(count) \(noun)" : "\(count) \(noun)")
      : "\(count) found" + (history.hasMore ? " so far" : "")
    let up = lines.lowerBound > 0 ? Glyphs.arrowUp : ""
    let down = lines.upperBound < statement.rows.count ? Glyphs.arrowDown : ""
    let arrows = up + down + (up + down == "" ? "" : " ")
    return arrows + number + (history.incompleteness == nil ? "" : ", not all")
  }

  /// The whole transaction, and what each month has cost.
  func fillPane(_ pane: inout Page, height: Int) {
    guard let history = demo.history, let statement = demo.statement else { return }
    if let entry = demo.selectedEntry {
      TransactionPane(entry: entry, demo: demo, store: store).fill(&pane)
    }
    MonthPlot(months: statement.months, isComplete: history.isComplete, store: store)
      .fill(&pane, height: height)
  }
}

extension History {
  /// A sentence about what is missing; `nil` if the history is complete.
  var missing: String? {
    switch incompleteness {
    case nil: nil
    case .offline:
      "Offline: this device keeps only the latest of each product. It loads the rest when the store "
        + "answers."
    case .stoppedAnswering:
      "Offline: these were loaded before. This device loads the rest when the store answers."
    case .notVerified(1): "1 transaction cannot be verified and is not shown."
    case .notVerified(let count): "\(count) transactions cannot be verified and are not shown."
    case .other(let reason): "The history is not complete: \(reason)."
    }
  }
}
