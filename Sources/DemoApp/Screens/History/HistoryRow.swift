import TerminalUI

/// The lines of the history's list.
struct HistoryRow {
  let statement: HistoryStatement
  let store: Store
  /// Whether there is room for whole dates and for the ID of a transaction.
  let isWide: Bool

  private var columns: HistoryStatement.Columns { statement.columns }

  /// The names of the columns.
  var head: Line {
    guard isWide else {
      return Line(
        [Span("Date".padded(to: columns.briefDate), .muted), Span("   Event, product", .muted)],
        trailing: [Span("Paid", .muted)])
    }
    return Line(
      [Span("Date".padded(to: columns.date), .muted), Span("    Product", .muted)],
      trailing: trailing("Event", amount: "Paid", number: Self.number, .muted))
  }

  private static let number = "Transaction"

  /// A month's name and sum, or a transaction.
  ///
  /// The sums of a history that is not complete are not final. Only the sign of the newest
  /// transaction is green.
  func line(_ row: HistoryStatement.Row, isComplete: Bool, newest: History.Entry?) -> Line {
    switch row {
    case .month(let index): line(of: statement.months[index], isComplete: isComplete)
    case .entry(let index):
      line(of: statement.entries[index], isNewest: statement.entries[index] == newest)
    }
  }

  private func line(of month: HistoryStatement.Month, isComplete: Bool) -> Line {
    let sum = month.total.text
    let note = isComplete || sum.isEmpty ? "" : "so far"
    let name = [Span(month.name, Style.plain.bold())]
    guard isWide else {
      let trailing = note.isEmpty ? sum : "\(note) \(sum)"
      return Line(name, trailing: [Span(trailing)])
    }
    return Line(
      name, trailing: trailing("", amount: sum, number: note))
  }

  private func line(of entry: History.Entry, isNewest: Bool) -> Line {
    isWide ? wideLine(of: entry, isNewest) : narrowLine(of: entry, isNewest)
  }

  private func wideLine(of entry: History.Entry, _ isNewest: Bool) -> Line {
    let date = dates(of: entry).row(entry.date).padded(to: columns.date)
    return Line(
      [Span("\(date)  "), entry.sign(isNewest: isNewest), Span(" \(name(of: entry))")],
      trailing: trailing(
        entry.word, amount: entry.amount, number: "\(entry.purchase.owned.transactionID)"))
  }

  /// The event comes before the name, which may be cut off; the month's line has the year.
  ///
  /// The state of a refund request is long: it replaces the amount.
  private func narrowLine(of entry: History.Entry, _ isNewest: Bool) -> Line {
    let date = dates(of: entry).brief(entry.date).padded(to: columns.briefDate)
    let start = [Span("\(date) "), entry.sign(isNewest: isNewest)]
    guard entry.refundNote == nil else {
      return Line(
        start + [Span(" \(name(of: entry))")], trailing: [Span(entry.word)])
    }
    return Line(
      start + [Span(" \(entry.word) \(name(of: entry))")],
      trailing: [Span(entry.amount)])
  }

  /// Rows have one style, because each change of it is sent to the terminal.
  private func trailing(
    _ event: String, amount: String, number: String, _ style: Style = .plain
  ) -> [Span] {
    let numberColumns = max(columns.number, Width.columns(Self.number))
    return [
      Span(event.padded(to: max(columns.event, 5)), style),
      Span(amount.leftPadded(to: max(columns.amount, 4) + 2), style),
      Span("  \(number.leftPadded(to: numberColumns))", style),
    ]
  }

  private func dates(of entry: History.Entry) -> PlanDates {
    store.dates(of: entry.purchase.owned)
  }

  private func name(of entry: History.Entry) -> String {
    store.name(of: entry.purchase.owned.productID).times(entry.purchase.quantity)
  }
}

extension History.Entry {
  /// The sign of the event; only the newest purchase is green, so that it stands out.
  func sign(isNewest: Bool) -> Span {
    switch event {
    case .bought, .shared: Span(Glyphs.check, isNewest ? .good : .plain)
    case .renewed: Span(Glyphs.renewed, isNewest ? .good : .plain)
    case .refunded, .notShared: Span(Glyphs.refunded, .bad)
    }
  }
}

extension String {
  /// The text at the right end of `columns`; a longer one keeps its length.
  func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - Width.columns(self))) + self
  }
}
