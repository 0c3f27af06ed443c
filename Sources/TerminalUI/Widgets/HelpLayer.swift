/// What "?" shows: the keys of the layer below, disabled ones with their reason.
struct HelpLayer: Layer {
  enum Effect: Hashable, Sendable {
    case close
  }

  let shown: [KeyBinding]
  let sentences: [String]
  private var firstRow = 0

  init(bindings: [KeyBinding], sentences: [String]) {
    shown = bindings.filter { !$0.keys.contains(.character("?")) }
    self.sentences = sentences
  }

  let bindings = [
    KeyBinding(.up, .down, label: "scroll"),
    KeyBinding(.escape, .character("q"), .character("?"), label: "close"),
  ]

  mutating func update(_ event: LayerEvent<Never>) -> [Effect] {
    guard case .input(.key(let key)) = event else { return [] }
    switch key {
    case .character("?"), .character("q"), .escape: return [.close]
    case .down, .character("j"): firstRow = min(firstRow + 1, max(0, shown.count - 1))
    case .up, .character("k"): firstRow = max(0, firstRow - 1)
    default: break
    }
    return []
  }

  func draw(on frame: inout Frame, in environment: DrawEnvironment) {
    let rows = rows(columns: frame.size.columns - 6, glyphs: environment.glyphs)
    let columns = rows.map { Width.columns($0.text) }.max() ?? 0
    let size = Size(columns: max(columns + 4, 24), rows: rows.count + 2)
    let room = Size(columns: frame.size.columns, rows: max(0, frame.size.rows - 1))
    let rect = Rect.centered(size, in: room)
    Box(title: "Keys").draw(on: &frame, in: rect, glyphs: environment.glyphs)
    let inside = rect.inset(columns: 2, rows: 1)
    for (offset, row) in rows.dropFirst(overflow(of: rows.count, in: inside)).enumerated()
    where offset < inside.size.rows {
      frame.write(
        row.text, at: Point(column: inside.minColumn, row: inside.minRow + offset),
        style: row.style, width: inside.size.columns)
    }
    Footer([KeyBinding(.escape, label: "close")])
      .draw(on: &frame, glyphs: environment.glyphs)
  }

  /// How many rows are scrolled away: no more than do not fit.
  private func overflow(of count: Int, in inside: Rect) -> Int {
    min(firstRow, max(0, count - inside.size.rows))
  }

  private func rows(columns: Int, glyphs: Glyphs) -> [(text: String, style: Style)] {
    let width = shown.map { Width.columns($0.caption(with: glyphs)) }.max() ?? 0
    let prose = sentences.flatMap { $0.wrapped(to: max(10, columns)) }.map { ($0, Style.plain) }
    let keys = shown.map { binding in
      let reason = binding.disabledReason.map { " (\($0))" } ?? ""
      let caption = binding.caption(with: glyphs).padded(to: width)
      let style = binding.isEnabled ? Style.plain : .disabled
      return (caption + "   " + binding.label + reason, style)
    }
    return prose + (prose.isEmpty || keys.isEmpty ? [] : [("", .plain)]) + keys
  }
}
