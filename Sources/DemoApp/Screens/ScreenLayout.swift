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
    let columns = Self.column(of: size).size.columns - 4
    let lines = notices.flatMap { notice in
      notice.text.wrapped(to: columns).enumerated().map {
        NoticeLine($1, notice.tone, $0 == 0)
      }
    }
    noticeLines = Array(lines.prefix(max(0, Self.bottom(of: size) - 1)))
  }

  /// The maximum width of the content on any terminal.
  private static let widest = 100

  /// The width of the content on a screen of this size.
  static func contentWidth(of size: Size) -> Int { max(0, min(size.columns - 2, widest) - 4) }

  /// The minimum height of the content for a picture on a wide page.
  static let pictureHeight = 12

  /// Whether there are rules below the first line and above the footer.
  var isTall: Bool { Self.isTall(size) }

  /// The whole width except one column at each side; in the middle of a very wide screen.
  var column: Rect { Self.column(of: size) }

  /// The area that the first line, the rules, the notices and the keys leave, without margins.
  var content: Rect {
    let top = isTall ? (size.rows >= 16 ? 3 : 2) : 1
    return Rect(
      column: column.minColumn + 2, row: top, columns: Self.contentWidth(of: size),
      rows: max(0, firstNoticeRow - top))
  }

  var firstNoticeRow: Int { Self.bottom(of: size) - noticeLines.count }

  private static func isTall(_ size: Size) -> Bool { size.rows >= 8 }

  private static func bottom(of size: Size) -> Int { max(1, size.rows - (isTall(size) ? 2 : 1)) }

  private static func column(of size: Size) -> Rect {
    let width = min(size.columns - 2, widest)
    return Rect(
      column: max(1, (size.columns - width) / 2), row: 0, columns: max(0, width), rows: size.rows)
  }
}
