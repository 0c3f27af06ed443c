import TerminalUI

/// The frame of every screen: places and plan above, notices and keys below.
struct Chrome {
  let demo: Demo

  /// Draws the first line, both rules, the notices and the footer.
  func draw(on frame: inout Frame) {
    let layout = demo.layout
    let outer = layout.column
    drawFirstLine(on: &frame, in: outer)
    if layout.isTall {
      rule(on: &frame, row: 1, in: outer)
      rule(on: &frame, row: frame.size.rows - 2, in: outer)
    }
    drawNotices(on: &frame, in: layout)
    Footer(demo.bindings).draw(on: &frame)
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
    let room = outer.maxColumn - 1 - column
    guard let slot = StatusSlot(demo: demo).text(room: room) else { return }
    frame.write(
      slot.text, endingAt: outer.maxColumn - 1, row: 0, style: slot.style, minColumn: column)
  }

  /// All places, or on a narrow screen the present one.
  private var tabs: [Span] {
    guard demo.store != nil else { return [Span(demo.presentation.texts[.name], .title)] }
    let here = Style.title.underlined()
    if demo.isFuelStoreOpen {
      let title = demo.presentation.texts[.refillTitle]
      return [Span("\(demo.title(of: demo.tab)) \(Glyphs.separator) \(title)", here)]
    }
    if let id = demo.detail {
      return [Span("\(demo.title(of: demo.tab)) \(Glyphs.separator) \(name(of: id))", here)]
    }
    let places = demo.isWide ? Demo.Tab.allCases : [demo.tab]
    return places.map { Span(demo.title(of: $0), $0 == demo.tab ? here : .muted) }
  }

  private func name(of id: String) -> String { demo.store?.name(of: id) ?? id }
}

extension Chrome {
  private func drawNotices(on frame: inout Frame, in layout: ScreenLayout) {
    let outer = layout.column
    for (row, line) in zip(layout.firstNoticeRow..., layout.noticeLines) {
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
