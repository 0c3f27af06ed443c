/// The layer that "?" opens: the keys of the layer below, disabled ones with their reason.
struct HelpLayer: Layer {
  enum Effect: Hashable, Sendable {
    case close
  }

  let shown: [KeyBinding]
  let sentences: [String]
  private var scroll = ScrollPosition()

  init(bindings: [KeyBinding], sentences: [String]) {
    shown = bindings
    self.sentences = sentences
  }

  var bindings: [KeyBinding] {
    let scrolling = scroll.hiddenRows > 0 ? [KeyBinding(.up, .down, label: "scroll")] : []
    return scrolling + [KeyBinding(.escape, label: "close")]
  }

  mutating func update(_ event: LayerEvent<Never>) -> [Effect] {
    guard case .input(.key(let key)) = event else { return [] }
    switch key {
    case .character("?"), .character("q"), .escape: return [.close]
    case .down, .character("j"): scroll.move(by: 1)
    case .up, .character("k"): scroll.move(by: -1)
    default: break
    }
    return []
  }

  mutating func adapt(to size: Size) {
    let rows = rows(columns: columns(on: size))
    scroll.hiddenRows = max(0, rows.count - max(0, room(on: size).rows - 2))
  }

  func draw(on frame: inout Frame) {
    let rows = rows(columns: columns(on: frame.size))
    let columns = rows.map { Width.columns($0.text) }.max() ?? 0
    let size = Size(columns: max(columns + 4, 24), rows: rows.count + 2)
    let rect = Rect.centered(size, in: room(on: frame.size))
    Box(title: "Keys").draw(on: &frame, in: rect)
    let inside = rect.inset(columns: 2, rows: 1)
    for (offset, row) in rows.dropFirst(scroll.offset).prefix(inside.size.rows).enumerated() {
      frame.write(
        row.text, at: Point(column: inside.minColumn, row: inside.minRow + offset),
        style: row.style, width: inside.size.columns)
    }
    frame.markHidden(
      scroll, column: rect.maxColumn - 1, rows: (rect.minRow + 1, rect.maxRow - 2))
    Footer(bindings).draw(on: &frame)
  }

  /// The screen without its footer.
  private func room(on size: Size) -> Size {
    Size(columns: size.columns, rows: max(0, size.rows - 1))
  }

  private func columns(on size: Size) -> Int { size.columns - 6 }

  private func rows(columns: Int) -> [(text: String, style: Style)] {
    let width = shown.map { Width.columns($0.caption) }.max() ?? 0
    let prose = sentences.flatMap { $0.wrapped(to: max(10, columns)) }.map { ($0, Style.plain) }
    let keys = shown.flatMap { row(of: $0, captions: width, columns: columns) }
    return prose + (prose.isEmpty || keys.isEmpty ? [] : [("", .plain)]) + keys
  }

  /// A key and its label; a long reason continues on the next rows.
  private func row(
    of binding: KeyBinding, captions: Int, columns: Int
  ) -> [(text: String, style: Style)] {
    let reason = binding.disabledReason.map { " (\($0))" } ?? ""
    let lines = (binding.label + reason).wrapped(to: max(10, columns - captions - 3))
    return lines.enumerated().map { index, line in
      let caption = (index == 0 ? binding.caption : "").padded(to: captions)
      return (caption + "   " + line, binding.isEnabled ? .plain : .disabled)
    }
  }
}
