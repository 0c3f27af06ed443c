import Foundation
import TerminalUI

/// The history as a statement: its rows below a line for each month, with the sum of that month.
///
/// It is made once for a history and a filter, because drawing needs only the rows in view.
struct HistoryStatement: Equatable, Sendable {
  enum Row: Equatable { case month(Int), entry(Int) }

  struct Month: Equatable {
    /// The first moment of the month in the customer's time zone.
    let start: Date
    /// "November 2026".
    let name: String
    /// The sum of its rows: payments, less refunds.
    fileprivate(set) var total = MoneyTotal()
  }

  /// The rows that match the filter, newest first.
  private(set) var entries: [History.Entry] = []
  private(set) var months: [Month] = []
  /// All lines from top to bottom.
  private(set) var rows: [Row] = []
  private(set) var columns = Columns()
  /// The index in ``rows`` of each entry.
  private var places: [Int] = []

  init(_ history: History, matching filter: HistoryFilter, in store: Store) {
    var reader = MonthReader(timeZone: store.timeZone)
    for entry in history.entries {
      let month = reader.month(of: entry.date)
      if filter.matches({ entry.texts(in: store) + [month.name] }) { add(entry, in: month) }
    }
    columns = Columns(entries, sums: months.map(\.total.text), in: store)
  }

  private mutating func add(_ entry: History.Entry, in month: Month) {
    if months.last?.start != month.start {
      rows.append(.month(months.count))
      months.append(month)
    }
    months[months.count - 1].total.add(entry)
    places.append(rows.count)
    rows.append(.entry(entries.count))
    entries.append(entry)
  }

  /// The line of an entry; for the first one of a month, with the month's line above it.
  func rows(ofEntry index: Int) -> Range<Int> {
    guard places.indices.contains(index) else { return 0..<0 }
    let place = places[index]
    if case .month = rows[place - 1] { return place - 1..<place + 1 }
    return place..<place + 1
  }
}

extension HistoryStatement {
  /// The widths of the columns, the same for all rows, so that they stay while the list scrolls.
  struct Columns: Equatable {
    private(set) var date = 0
    private(set) var briefDate = 0
    private(set) var event = 0
    private(set) var amount = 0
    private(set) var number = 0

    fileprivate init() {}

    fileprivate init(_ entries: [History.Entry], sums: [String], in store: Store) {
      for entry in entries {
        let dates = store.dates(of: entry.purchase.owned)
        date = max(date, dates.rowColumns)
        briefDate = max(briefDate, dates.briefColumns)
        event = max(event, Width.columns(entry.word))
        amount = max(amount, Width.columns(entry.amount))
      }
      number = "\(entries.map(\.purchase.owned.transactionID).max() ?? 0)".count
      amount = max(amount, sums.map { Width.columns($0) }.max() ?? 0)
    }
  }
}

/// Finds the months of dates that come in order.
///
/// It computes each month once.
private struct MonthReader {
  private let calendar: Calendar
  private var current: (interval: DateInterval, month: HistoryStatement.Month)?

  init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  mutating func month(of date: Date) -> HistoryStatement.Month {
    if let current, current.interval.contains(date) { return current.month }
    let interval = calendar.dateInterval(of: .month, for: date)
    let month = HistoryStatement.Month(
      start: interval?.start ?? date, name: date.month(in: calendar.timeZone))
    current = interval.map { ($0, month) }
    return month
  }
}

extension MoneyTotal {
  /// Adds a payment or subtracts a refund.
  ///
  /// A family member's purchase costs the customer nothing.
  fileprivate mutating func add(_ entry: History.Entry) {
    switch entry.event {
    case .bought, .renewed: add(entry.purchase.paid)
    case .refunded:
      add(entry.purchase.refunded.map { Money(-$0.amount, $0.format) })
    case .shared, .notShared: break
    }
  }
}

extension History.Entry {
  /// The event, or the state of the refund request.
  var word: String { refundNote ?? event.rawValue }

  /// The texts in which a filter looks for its words.
  fileprivate func texts(in store: Store) -> [String] {
    let owned = purchase.owned
    return [store.name(of: owned.productID), word, event.rawValue, "\(owned.transactionID)"]
  }
}
