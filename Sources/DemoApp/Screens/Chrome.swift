import OpenStoreKit
import TerminalUI

/// What every screen has around its content: places and plan above, news and keys below.
struct Chrome {
  let demo: Demo

  /// Content is not drawn wider than this, however wide the terminal is.
  private static let widest = 100

  /// How wide the content is on a screen of this size.
  static func contentWidth(of size: Size) -> Int { max(0, min(size.columns - 2, widest) - 4) }

  /// Draws the first line, both rules, the notices and the footer.
  func draw(on frame: inout Frame) {
    let outer = column(of: frame.size)
    drawFirstLine(on: &frame, in: outer)
    if isTall(frame.size) {
      rule(on: &frame, row: 1, in: outer)
      rule(on: &frame, row: frame.size.rows - 2, in: outer)
    }
    drawNotices(on: &frame, in: outer)
    Footer(demo.bindings).draw(on: &frame)
  }

  /// The room for a screen of this size, without margins: what the first line, the rules, the
  /// news and the keys leave.
  func content(of size: Size) -> Rect {
    let outer = column(of: size)
    let top = isTall(size) ? (size.rows >= 16 ? 3 : 2) : 1
    return Rect(
      column: outer.minColumn + 2, row: top, columns: Self.contentWidth(of: size),
      rows: max(0, firstNoticeRow(of: size) - top))
  }

  private func isTall(_ size: Size) -> Bool { size.rows >= 8 }

  /// The whole width without one column at each side, and in the middle where it is very wide.
  private func column(of size: Size) -> Rect {
    let width = min(size.columns - 2, Self.widest)
    return Rect(
      column: max(1, (size.columns - width) / 2), row: 0, columns: max(0, width), rows: size.rows)
  }

  private func rule(on frame: inout Frame, row: Int, in outer: Rect) {
    let text = String(repeating: Glyphs.rule, count: outer.size.columns)
    frame.write(text, at: Point(column: outer.minColumn, row: row), style: .muted)
  }

  private func drawFirstLine(on frame: inout Frame, in outer: Rect) {
    var column = outer.minColumn + 1
    for tab in tabs {
      column += frame.write(
        tab.text.clipped(to: outer.maxColumn - column), at: Point(column: column, row: 0),
        style: tab.style)
      column += 3
    }
    guard
      let slot = StatusSlot(demo: demo).text(
        room: outer.maxColumn - 1 - column)
    else { return }
    frame.write(
      slot.text, endingAt: outer.maxColumn - 1, row: 0, style: slot.style, minColumn: column)
  }

  /// All places, or on a narrow screen the present one.
  private var tabs: [Span] {
    guard !demo.isLaunching else { return [Span("SK Demo", .title)] }
    let here = Style.title.underlined()
    if demo.isFuelStoreOpen {
      return [Span("\(demo.tab.title) \(Glyphs.separator) Fuel", here)]
    }
    if let id = demo.detail {
      return [Span("\(demo.tab.title) \(Glyphs.separator) \(name(of: id))", here)]
    }
    let places = demo.isWide ? Demo.Tab.allCases : [demo.tab]
    return places.map { Span($0.title, $0 == demo.tab ? here : .muted) }
  }

  private func name(of id: String) -> String { demo.store?.name(of: id) ?? id }
}

extension Chrome {
  /// What has to be said on every screen, the latest news last.
  private var notices: [Notice] { persistentNotices + [activity, demo.notice].compactMap(\.self) }

  private var persistentNotices: [Notice] {
    guard let store = demo.store else { return [] }
    if demo.personalised == nil {
      return [
        Notice(.attention, "As last seen here on \(store.now.short). Checking with the store.")
      ]
    }
    if store.isSignedOut { return [Notice(.bad, Store.signedOut)] }
    if let since = store.offlineSince {
      let reason = store.offlineReason.map { " (\($0))" } ?? ""
      return [
        Notice(
          .attention,
          "The store has not answered since \(since.shortWithTime). What you own is here;"
            + " nothing can be bought.\(reason)")
      ]
    }
    return store.productFailure.map {
      [Notice(.bad, "The shop could not be loaded: \($0). Press t to try again.")]
    } ?? []
  }

  private var activity: Notice? {
    switch demo.activity {
    case .buying(let name): Notice(.attention, "Buying \(name)")
    case .restoring: Notice(.attention, "Restoring your purchases")
    case .loading: Notice(.attention, "Asking the store")
    case nil: nil
    }
  }

  private typealias NoticeLine = (text: String, tone: Notice.Tone, isFirst: Bool)

  /// As many as leave the first line and the footer alone.
  private func noticeLines(of size: Size) -> [NoticeLine] {
    let lines = notices.flatMap { notice in
      notice.text.wrapped(to: column(of: size).size.columns - 4).enumerated()
        .map { NoticeLine($1, notice.tone, $0 == 0) }
    }
    return Array(lines.prefix(max(0, bottom(of: size) - 1)))
  }

  private func bottom(of size: Size) -> Int { max(1, size.rows - (isTall(size) ? 2 : 1)) }

  private func firstNoticeRow(of size: Size) -> Int {
    bottom(of: size) - noticeLines(of: size).count
  }

  private func drawNotices(on frame: inout Frame, in outer: Rect) {
    let first = firstNoticeRow(of: frame.size)
    for (row, line) in zip(first..., noticeLines(of: frame.size)) {
      if line.isFirst {
        frame.write(
          sign(of: line.tone), at: Point(column: outer.minColumn, row: row),
          style: style(of: line.tone))
      }
      frame.write(
        line.text, at: Point(column: outer.minColumn + 2, row: row), style: Style.plain.bold(),
        width: outer.size.columns - 3)
    }
  }

  private func sign(of tone: Notice.Tone) -> String {
    switch tone {
    case .good: Glyphs.check
    case .attention: Glyphs.pointer
    case .bad: Glyphs.refunded
    }
  }

  private func style(of tone: Notice.Tone) -> Style {
    switch tone {
    case .good: .good
    case .attention: .warn
    case .bad: .bad
    }
  }
}
