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
    if history.entries.isEmpty {
      page.heading("History")
      return page.paragraph("Nothing was bought yet.")
    }
    let tellsOffline = store.offlineSince != nil && height >= 10
    fill(history, on: &page, rows: max(1, height - (tellsOffline ? 4 : 2)))
    guard tellsOffline else { return }
    page.blank()
    page.paragraph("What is older comes when the store answers.", .muted)
  }

  private func fill(_ history: History, on page: inout Page, rows: Int) {
    let selected = demo.historyRow
    let first = selected / rows * rows
    let last = min(history.entries.count, first + rows)
    page.heading("History", trailing: place(of: first..<last, in: history.entries.count))
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

  private func place(of rows: Range<Int>, in count: Int) -> String {
    if rows.isEmpty { return "" }
    return rows.count == count
      ? "\(count)" : "\(rows.lowerBound + 1)-\(rows.upperBound) of \(count)"
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
    let tail = [
      Span(entry.event.rawValue.padded(to: 10), entry.style),
      Span(entry.amount.leftPadded(to: 11), .price), Span("   \(number)", .muted),
    ]
    let date = dates(of: entry).row(entry.date)
    return Line([Span(date.padded(to: dateColumns)), Span(name(of: entry))], trailing: tail)
  }

  /// What happened stands before the name, which may be cut off.
  private func narrowLine(of entry: History.Entry) -> Line {
    let date = dates(of: entry).short(entry.date)
    let brief = date == entry.date.short ? date.dropLast(4) + date.suffix(2) : date[...]
    return Line(
      [
        Span(brief + " "), Span(entry.event.rawValue, entry.style),
        Span(" \(name(of: entry))"),
      ], trailing: [Span(entry.amount, .price)])
  }

  private func name(of entry: History.Entry) -> String {
    let name = store.name(of: entry.purchase.owned.productID)
    let quantity = entry.purchase.quantity
    return quantity == 1 ? name : "\(name) \(Glyphs.times) \(quantity)"
  }
}

extension History.Entry {
  fileprivate var style: Style {
    switch event {
    case .bought, .renewed, .shared: .good
    case .refunded, .withdrawn: .bad
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
