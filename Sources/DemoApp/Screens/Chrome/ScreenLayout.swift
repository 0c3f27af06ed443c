import TerminalUI

/// The places of the first line, the content, the notices and the keys on a screen.
struct ScreenLayout {
  /// One row of a notice.
  typealias NoticeLine = (text: String, tone: Notice.Tone, isFirst: Bool)

  let size: Size
  /// As many lines as fit between the first line and the footer.
  let noticeLines: [NoticeLine]

  init(size: Size, notices: [Notice]) {
    self.size = size
    let columns = Rect.content(of: size).size.columns
    let lines = notices.flatMap { notice in
      notice.text.wrapped(to: columns).enumerated().map {
        NoticeLine($1, notice.tone, $0 == 0)
      }
    }
    noticeLines = Array(lines.prefix(max(0, Self.bottom(of: size) - 1)))
  }

  /// Content with fewer rows than this does not show a whole place.
  static let lowHeight = 13

  /// The minimum height of the content for a picture on a wide page.
  static let pictureHeight = 12

  /// The minimum height of the content at which a comparison of plans fits below a picture.
  static let roomyHeight = 26

  /// Whether there are rules below the first line and above the footer.
  var isTall: Bool { Self.isTall(size) }

  /// The column that everything on the screen keeps to.
  var column: Rect { .column(of: size) }

  /// The area that the first line, the rules, the notices and the keys leave, without margins.
  var content: Rect {
    Rect(
      column: Rect.content(of: size).minColumn, row: top,
      columns: Rect.content(of: size).size.columns, rows: max(0, firstNoticeRow - top))
  }

  /// All rows except the first line, the rules, the notices and the keys, as wide as the screen.
  var pageRows: Rect {
    Rect(column: 0, row: paneRows.lowerBound, columns: size.columns, rows: paneRows.count)
  }

  /// The list and the selected element beside each other; `nil` on a screen that is too narrow.
  var panes: TwoPanes? { TwoPanes(in: content, of: size) }

  /// The rows of the rule between two panes: from below the upper rule to the notices.
  var paneRows: Range<Int> { min(isTall ? 2 : 1, firstNoticeRow)..<firstNoticeRow }

  private var top: Int { isTall ? (size.rows >= 16 ? 3 : 2) : 1 }

  /// The first row of a page of this many rows.
  ///
  /// On a high screen it is above the middle. It depends neither on notices nor, for an ordinary
  /// page, on the number of its rows. So nothing moves while the customer goes through the shop.
  func firstRow(ofPageWith rows: Int) -> Int {
    let height = Self.bottom(of: size) - top
    let common = max(0, height - Self.ordinaryRows) / 2
    return top + max(0, min(common, (height - rows) / 2, content.size.rows - rows))
  }

  /// The height of most pages.
  private static let ordinaryRows = 24

  /// Whether the width has room for elements side by side.
  var isWide: Bool { content.size.columns >= Page.wide }

  var firstNoticeRow: Int { Self.bottom(of: size) - noticeLines.count }

  private static func isTall(_ size: Size) -> Bool { size.rows >= 8 }

  private static func bottom(of size: Size) -> Int { max(1, size.rows - (isTall(size) ? 2 : 1)) }
}
