import TerminalUI

/// The places of the Transaction Manager on a screen: those of the app's pages.
struct ManagerLayout {
  let size: Size
  /// The rows of the notice above the keys.
  let noticeRows: Int

  /// The maximum width of a payload, whose lines are read from left to right.
  private static let widestPayload = 96

  var column: Rect { .column(of: size) }

  /// Whether there are rules below the first line and above the keys.
  var isTall: Bool { size.rows >= 8 }

  /// The area between the first line and the notice, without margins.
  var content: Rect {
    let area = Rect.content(of: size)
    return Rect(
      column: area.minColumn, row: top, columns: area.size.columns,
      rows: max(0, firstNoticeRow - top))
  }

  var firstNoticeRow: Int { max(top, bottom - noticeRows) }

  /// The table and a payload beside each other; `nil` on a screen that is too narrow.
  var panes: TwoPanes? { TwoPanes(in: content, of: size) }

  /// The rows of the rule between the panes: from below the upper rule to the notice.
  var paneRows: Range<Int> { min(isTall ? 2 : 1, firstNoticeRow)..<firstNoticeRow }

  /// The area of the table.
  var list: Rect { panes?.list ?? content }

  /// The area of the details and of a form.
  var details: Rect {
    let area = panes?.detail ?? content
    return Rect(
      origin: area.origin,
      size: Size(
        columns: min(area.size.columns, Self.widestPayload), rows: area.size.rows))
  }

  private var top: Int { isTall ? (size.rows >= 16 ? 3 : 2) : 1 }

  private var bottom: Int { max(1, size.rows - (isTall ? 2 : 1)) }
}
