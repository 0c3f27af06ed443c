import TerminalUI

/// Everything that was bought, renewed and refunded, a screen at a time.
///
/// It makes only the rows in view, and shows the next ones when the selection leaves them. So a
/// long history is as fast as a short one.
struct HistoryScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    guard let history = demo.history else {
      page.heading("History")
      return page.paragraph("Asking the store.", .muted)
    }
    let missing = history.missing
    if history.entries.isEmpty {
      page.heading("History")
      return page.paragraph(missing ?? "You have not bought anything yet.")
    }
    let footnote = height >= 10 ? missing?.wrapped(to: page.width) ?? [] : []
    let room = height - 2 - (footnote.isEmpty ? 0 : footnote.count + 1)
    fill(history, on: &page, rows: max(1, room))
    guard !footnote.isEmpty else { return }
    page.blank()
    for line in footnote { page.line(Line(line, .muted)) }
  }

  private func fill(_ history: History, on page: inout Page, rows: Int) {
    let selected = demo.historyRow
    let first = selected / rows * rows
    let last = min(history.entries.count, first + rows)
    page.heading("History", trailing: place(of: first..<last, in: history))
    page.blank()
    let shown = history.entries[first..<last]
    let dateColumns = (shown.map { dates(of: $0).row($0.date).count }.max() ?? 0) + 3
    for (index, entry) in zip(first..., shown) {
      page.place(
        row(of: entry, isSelected: index == selected, dateColumns: dateColumns, in: page))
    }
  }

  private func dates(of entry: History.Entry) -> PlanDates {
    store.dates(of: entry.purchase.owned)
  }

  private func place(of rows: Range<Int>, in history: History) -> String {
    let count = history.entries.count
    if rows.isEmpty { return "" }
    let all = history.hasMore ? "more than \(count)" : "\(count)"
    let place =
      rows.count == count && !history.hasMore
      ? all : "\(rows.lowerBound + 1)-\(rows.upperBound) of \(all)"
    return history.incompleteness == nil ? place : place + ", not all"
  }

  private func row(
    of entry: History.Entry, isSelected: Bool, dateColumns: Int, in page: Page
  ) -> [Segment] {
    let bar = Segment(
      column: -2, width: 1, line: Line(isSelected ? Glyphs.bar : "", .accent))
    let line =
      page.isWide ? wideLine(of: entry, dateColumns: dateColumns) : narrowLine(of: entry)
    return [bar, Segment(column: 0, width: page.width, line: isSelected ? line.selected : line)]
  }

  private func wideLine(of entry: History.Entry, dateColumns: Int) -> Line {
    let number = "\(entry.purchase.owned.transactionID)".leftPadded(to: 10)
    let word = entry.word.padded(to: max(10, Width.columns(entry.word)))
    // A longer word takes the room before the amount, so that the amounts stay in one column.
    let room = max(21 - Width.columns(word), Width.columns(entry.amount) + 1)
    let tail = [
      Span(word, entry.style), Span(entry.amount.leftPadded(to: room), .price),
      Span("   \(number)", .muted),
    ]
    let date = dates(of: entry).row(entry.date)
    return Line([Span(date.padded(to: dateColumns)), Span(name(of: entry))], trailing: tail)
  }

  /// The event comes before the name, which may be cut off.
  ///
  /// The state of a refund request is long: it replaces the amount and the year.
  private func narrowLine(of entry: History.Entry) -> Line {
    let date = dates(of: entry).short(entry.date)
    let brief = date == store.short(entry.date) ? date.dropLast(4) + date.suffix(2) : date[...]
    let name = name(of: entry)
    guard entry.refundNote == nil else {
      let day = dates(of: entry).brief(entry.date)
      return Line([Span("\(day) \(name)")], trailing: [Span(entry.word, entry.style)])
    }
    return Line(
      [Span(brief + " "), Span(entry.word, entry.style), Span(" \(name)")],
      trailing: [Span(entry.amount, .price)])
  }

  private func name(of entry: History.Entry) -> String {
    store.name(of: entry.purchase.owned.productID).times(entry.purchase.quantity)
  }
}

extension History {
  /// A sentence about what is missing; `nil` if the history is complete.
  fileprivate var missing: String? {
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

extension History.Entry {
  /// The event, or the state of the refund request.
  fileprivate var word: String { refundNote ?? event.rawValue }

  fileprivate var style: Style {
    switch event {
    case .bought, .renewed, .shared: .good
    case .refunded, .notShared: .bad
    }
  }
}

extension Line {
  /// As the selected row of a list shows it.
  fileprivate var selected: Line {
    var line = self
    line.spans[0] = Span(spans[0].text, spans[0].style.reversed())
    return line
  }
}

extension String {
  fileprivate func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - Width.columns(self))) + self
  }
}
