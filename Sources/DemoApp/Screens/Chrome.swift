import OpenStoreKit
import TerminalUI

/// What every screen has around its content: places and plan above, news and keys below.
struct Chrome {
  let demo: Demo
  let glyphs: Glyphs

  /// Content is not drawn wider than this, however wide the terminal is.
  private static let widest = 100

  /// How wide the content is on a screen of this size.
  static func contentWidth(of size: Size) -> Int { max(0, min(size.columns - 2, widest) - 4) }

  /// Draws the first line, both rules, the notices and the footer.
  ///
  /// - Returns: The room for the content, without its margins.
  func draw(on frame: inout Frame) -> Rect {
    let outer = column(of: frame.size)
    drawFirstLine(on: &frame, in: outer)
    let isTall = frame.size.rows >= 8
    if isTall { rule(on: &frame, row: 1, in: outer) }
    let notices = draw(notices, on: &frame, in: outer)
    if isTall { rule(on: &frame, row: frame.size.rows - 2, in: outer) }
    Footer(demo.bindings).draw(on: &frame, glyphs: glyphs)
    let top = isTall ? (frame.size.rows >= 16 ? 3 : 2) : 1
    return Rect(
      column: outer.minColumn + 2, row: top, columns: Self.contentWidth(of: frame.size),
      rows: max(0, notices - top))
  }

  /// The whole width without one column at each side, and in the middle where it is very wide.
  private func column(of size: Size) -> Rect {
    let width = min(size.columns - 2, Self.widest)
    return Rect(
      column: max(1, (size.columns - width) / 2), row: 0, columns: max(0, width), rows: size.rows)
  }

  private func rule(on frame: inout Frame, row: Int, in outer: Rect) {
    let text = String(repeating: glyphs.rule, count: outer.size.columns)
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
      let slot = StatusSlot(demo: demo, glyphs: glyphs).text(
        room: outer.maxColumn - 1 - column)
    else { return }
    frame.write(
      slot.text, endingAt: outer.maxColumn - 1, row: 0, style: slot.style, minColumn: column)
  }

  private var tabs: [Span] {
    guard !demo.isLaunching else { return [Span("SK Demo", .title)] }
    let here = Style.title.underlined()
    let place = demo.tab == .cars ? "My Cars" : "Shop"
    guard let id = demo.detail else {
      return demo.tab == .cars
        ? [Span(place, here), Span("Shop", .muted)] : [Span("My Cars", .muted), Span(place, here)]
    }
    return [Span("\(place) \(glyphs.separator) \(name(of: id))", here)]
  }

  private func name(of id: String) -> String { demo.store?.name(of: id) ?? id }
}

extension Chrome {
  /// What has to be said on every screen, the latest news last.
  private var notices: [Notice] { standing + [activity, demo.notice].compactMap(\.self) }

  private var standing: [Notice] {
    guard let store = demo.store else { return [] }
    if demo.personalised == nil {
      return [
        Notice(.attention, "As last seen here on \(store.now.short). Checking with the store.")
      ]
    }
    if let since = store.offlineSince {
      return [
        Notice(
          .attention,
          "The store has not answered since \(since.shortWithTime). What you own is here;"
            + " nothing can be bought.")
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

  /// Draws from the bottom up and returns the first row that is taken.
  private func draw(_ notices: [Notice], on frame: inout Frame, in outer: Rect) -> Int {
    let bottom = max(1, frame.size.rows - (frame.size.rows >= 8 ? 2 : 1))
    let lines = notices.flatMap { notice in
      notice.text.wrapped(to: outer.size.columns - 4).map { (notice, $0) }
    }
    let first = max(1, bottom - lines.count)
    var last: Notice?
    for (row, (notice, text)) in zip(first..<bottom, lines) {
      let column = outer.minColumn
      if notice != last {
        let sign = Span(sign(of: notice.tone), style(of: notice.tone))
        frame.write(sign.text, at: Point(column: column, row: row), style: sign.style)
      }
      frame.write(
        text, at: Point(column: column + 2, row: row), style: Style.plain.bold(),
        width: outer.size.columns - 3)
      last = notice
    }
    return first
  }

  private func sign(of tone: Notice.Tone) -> String {
    switch tone {
    case .good: glyphs.check
    case .attention: glyphs.pointer
    case .bad: glyphs.refunded
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
