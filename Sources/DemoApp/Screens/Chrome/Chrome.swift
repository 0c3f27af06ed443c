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
      LaunchBar(launch: demo.launch).draw(on: &frame, row: 1, in: outer)
      rule(on: &frame, row: frame.size.rows - 2, in: outer)
    }
    drawNotices(on: &frame, in: layout)
    Footer(
      demo.bindings, followsSelection: true, hasCommandLine: true, takesText: demo.takesText,
      passingReason: demo.earlyReason
    ).draw(on: &frame)
  }

  private func rule(on frame: inout Frame, row: Int, in outer: Rect) {
    let text = String(repeating: Glyphs.rule, count: outer.size.columns)
    frame.write(text, at: Point(column: outer.minColumn, row: row), style: .muted)
  }

  private func drawFirstLine(on frame: inout Frame, in outer: Rect) {
    var column = outer.minColumn
    for (tab, key) in tabs {
      let start = Point(column: column, row: 0)
      let used = frame.write([tab], at: start, width: outer.maxColumn - column)
      if let key {
        frame.addRegion(Rect(origin: start, size: Size(columns: used, rows: 1)), pressing: key)
      }
      column += used + 3
    }
    let slot = StatusSlot(demo: demo).spans(room: outer.maxColumn - column)
    let start = Point(column: outer.maxColumn - slot.columns, row: 0)
    frame.write(slot, at: start, width: slot.columns)
  }

  private typealias Tab = (title: Span, key: Key?)

  /// All places, or on a narrow screen the present one, each with the key that a press on it stands
  /// for.
  private var tabs: [Tab] {
    guard demo.knowsPresentation else { return [] }
    if let title = pageTitle {
      let path = "\(demo.title(of: demo.tab)) \(Glyphs.separator) \(title)"
      return [(Span(path, here), .escape)]
    }
    return zip(Demo.Tab.allCases, demo.places).filter { demo.layout.isWide || $0.0 == demo.tab }
      .map { tab, command in
        let isHere = tab == demo.tab
        return (
          Span(demo.title(of: tab), isHere ? here : .muted),
          isHere ? nil : command.binding.keys.first
        )
      }
  }

  private var here: Style { Style.title.underlined() }

  /// The title of what is open over the place; `nil` if nothing is.
  private var pageTitle: String? {
    demo.isFuelStoreOpen ? demo.presentation.texts[.refillTitle] : demo.detail.map(name)
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
      } else {
        frame.markContinuation(row: row)
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
