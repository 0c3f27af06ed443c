import Foundation
import TerminalUI

/// A row for each of the last twelve months with the sum that was paid in it, and a bar unless the sum
/// is zero; newest first.
///
/// The plot is left out for a single month, if an amount is not known, or if there are several currencies.
struct MonthPlot {
  let months: [HistoryStatement.Month]
  /// Whether all transactions of these months were read.
  let isComplete: Bool
  let store: Store

  /// More months would say little, and bars are most of the bytes of a large screen.
  private static let mostMonths = 12
  /// The maximum length of a bar.
  private static let mostColumns = 40

  /// Fills the rows that are left on a page of this height.
  func fill(_ page: inout Page, height: Int) {
    let room = min(Self.mostMonths, height - page.rows.count - 2)
    guard room > 0, let format, let bars = bars(atMost: room, format), bars.count > 1
    else { return }
    page.blank()
    page.heading("Paid each month", trailing: isComplete ? "" : "so far")
    let widest = bars.map(\.money.amount).max() ?? 0
    let columns = bars.map { Width.columns($0.money.text) }.max() ?? 0
    for bar in bars {
      let room = min(Self.mostColumns, page.width - 12 - columns)
      let length = length(of: bar.money.amount, widest: widest, room: room)
      page.line(
        Line(
          [
            Span("\(bar.month)  ", .muted),
            .picture(String(repeating: Glyphs.heavyRule, count: length)),
          ],
          trailing: [Span(bar.money.text, .price)]))
    }
  }

  private var format: MoneyFormat? {
    let formats = Set(months.flatMap(\.total.amounts).map(\.format))
    return formats.count == 1 ? formats.first : nil
  }

  /// `nil` if the amount of a month is not known.
  private func bars(
    atMost count: Int, _ format: MoneyFormat
  ) -> [(month: String, money: Money)]? {
    guard let newest = months.first?.start, let oldest = months.last?.start else { return nil }
    let known = months.filter { $0.total.isKnown }
    guard known.count == months.count else { return nil }
    let totals = Dictionary(months.map { ($0.start, $0.total) }, uniquingKeysWith: { $1 })
    return starts(from: newest, to: oldest).prefix(count).map { start in
      (
        start.shortMonth(in: store.timeZone),
        totals[start]?.single ?? Money(0, format)
      )
    }
  }

  private func starts(from newest: Date, to oldest: Date) -> some Sequence<Date> {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = store.timeZone
    return sequence(first: newest) { calendar.date(byAdding: .month, value: -1, to: $0) }
      .prefix { $0 >= oldest }
  }

  /// The columns of a bar: at least one for a positive sum, none for any other.
  private func length(of amount: Decimal, widest: Decimal, room: Int) -> Int {
    guard amount > 0, widest > 0, room > 0 else { return 0 }
    let part = NSDecimalNumber(decimal: amount / widest).doubleValue
    return min(room, max(1, Int((part * Double(room)).rounded())))
  }
}
