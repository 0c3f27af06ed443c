/// The layer that "?" opens: the keys of the layer below, disabled ones with their reason.
///
/// Typed text filters the keys. A press on a key presses it if the keys belong to the program's first
/// layer. Over a sheet, a press does nothing.
struct HelpLayer: Layer {
  enum Effect: Hashable, Sendable {
    /// Closes the help, and presses a key of the layer below if one was chosen.
    case close(press: Key?)
  }

  private let content: HelpContent
  private let canPress: Bool
  private var filter = ""
  private var isFiltering = false
  private var scroll = ScrollPosition()
  /// The number of rows that have room.
  private var room = 1

  init(bindings: [KeyBinding], sentences: [String], canPress: Bool = false) {
    content = HelpContent(bindings: bindings, sentences: sentences)
    self.canPress = canPress
  }

  var bindings: [KeyBinding] {
    let scrolling = KeyBinding(
      .up, .down, label: "scroll", group: .movement, needsScreen: true)
    return (scroll.hiddenRows > 0 ? [scrolling] : []) + [
      KeyBinding(.character("/"), label: "filter", group: .program),
      KeyBinding(.escape, label: isFiltering ? "all keys" : "close"),
    ]
  }

  mutating func update(_ event: LayerEvent<Never>) -> [Effect] {
    switch event {
    case .input(.key(let key)): press(key)
    case .input(.choice(let index)): choose(index)
    case .input(.paste): []
    }
  }

  private mutating func press(_ key: Key) -> [Effect] {
    switch key {
    case .character("?"): return [.close(press: nil)]
    case .escape where !isFiltering, .enter: return [.close(press: nil)]
    case .escape: type(nil)
    case .backspace where filter.isEmpty: type(nil)
    case .backspace: type(String(filter.dropLast()))
    case .character("/") where !isFiltering: type("")
    case .character(let character): type(filter + String(character))
    default: scroll.move(by: key.rows(page: room))
    }
    return []
  }

  /// Shows the keys that contain the text, or all keys if it is `nil`.
  private mutating func type(_ text: String?) {
    (filter, isFiltering) = (text ?? "", text != nil)
    scroll = ScrollPosition()
  }

  private func choose(_ index: Int) -> [Effect] {
    guard canPress, content.bindings.indices.contains(index) else { return [] }
    let binding = content.bindings[index]
    return binding.isEnabled ? [.close(press: binding.keys.first)] : []
  }
}

// MARK: - Drawing

extension HelpLayer {
  mutating func adapt(to size: Size) {
    let rows = rows(columns: columns(on: size))
    room = max(1, area(on: size).rows - 2)
    scroll.hiddenRows = max(0, rows.count - room)
  }

  func draw(on frame: inout Frame) {
    let rows = rows(columns: columns(on: frame.size))
    let rect = rect(on: frame.size)
    Box(title: isFiltering ? "Keys /\(filter)\(Glyphs.full)" : "Keys").draw(on: &frame, in: rect)
    let inside = rect.inset(columns: 2, rows: 1)
    for (offset, row) in rows.dropFirst(scroll.offset).prefix(inside.size.rows).enumerated() {
      draw(row, on: &frame, in: inside, row: inside.minRow + offset)
    }
    frame.markHidden(
      scroll, column: rect.maxColumn - 1, rows: (rect.minRow + 1, rect.maxRow - 2))
    Footer(bindings).draw(on: &frame)
  }

  /// The box of all rows: it keeps its size while a filter is typed.
  private func rect(on size: Size) -> Rect {
    let rows = content.rows(matching: "", columns: columns(on: size))
    let columns = max(24, (rows.map { Width.columns($0.text) }.max() ?? 0) + 4)
    return .centered(Size(columns: columns, rows: rows.count + 2), in: area(on: size))
  }

  private func draw(_ row: HelpContent.Row, on frame: inout Frame, in inside: Rect, row y: Int) {
    let point = Point(column: inside.minColumn, row: y)
    frame.write(row.text, at: point, style: row.style, width: inside.size.columns)
    guard canPress, let index = row.binding else { return }
    let rect = Rect(origin: point, size: Size(columns: inside.size.columns, rows: 1))
    frame.addRegion(rect, choosing: index)
  }

  /// The screen without its footer.
  private func area(on size: Size) -> Size {
    Size(columns: size.columns, rows: max(0, size.rows - 1))
  }

  private func columns(on size: Size) -> Int { size.columns - 6 }

  private func rows(columns: Int) -> [HelpContent.Row] {
    content.rows(matching: filter, columns: columns)
  }
}
