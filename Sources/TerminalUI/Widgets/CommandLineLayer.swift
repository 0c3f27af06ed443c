/// The layer that ":" opens: a line on which a command is typed by its name, with the commands that
/// match.
///
/// The commands are the keys of the layer below and of the program, under their labels, and named
/// commands. A disabled one says why, and does nothing.
struct CommandLineLayer: Layer {
  enum Effect: Hashable, Sendable {
    /// Closes the line, and performs a command if one was chosen.
    case close(LineCommand.Action?)
  }

  private let commands: [LineCommand]
  private var text = ""
  private var selection = 0
  private var matches: [LineCommand]

  init(_ commands: [LineCommand]) {
    self.commands = commands
    matches = commands.matching("")
  }

  private var chosen: LineCommand? {
    matches.indices.contains(selection) ? matches[selection] : nil
  }

  var bindings: [KeyBinding] {
    let doing = chosen.map {
      [KeyBinding(.enter, label: $0.label, disabledReason: $0.disabledReason)]
    }
    let choosing =
      matches.count > 1 ? [KeyBinding(.up, .down, label: "choose", group: .movement)] : []
    return (doing ?? []) + choosing + [KeyBinding(.escape, label: "close")]
  }

  var takesText: Bool { true }

  mutating func update(_ event: LayerEvent<Never>) -> [Effect] {
    switch event {
    case .input(.key(let key)): return press(key)
    case .input(.choice(let index)): return choose(index)
    case .input(.paste(let pasted)):
      type(text + pasted.filter { !$0.isNewline })
      return []
    }
  }

  private mutating func press(_ key: Key) -> [Effect] {
    switch key {
    case .escape: return [.close(nil)]
    case .enter: return perform()
    case .tab: if let chosen { type(chosen.label) }
    case .backspace where text.isEmpty: return [.close(nil)]
    case .backspace: type(String(text.dropLast()))
    case .character(let character): type(text + String(character))
    default: select(selection + key.rows(page: Self.mostRows))
    }
    return []
  }

  private func perform() -> [Effect] {
    guard let chosen, chosen.isEnabled else { return [] }
    return [.close(chosen.action)]
  }

  private mutating func choose(_ index: Int) -> [Effect] {
    if index == selection { return perform() }
    select(index)
    return []
  }

  private mutating func select(_ index: Int) {
    selection = max(0, min(index, matches.count - 1))
  }

  private mutating func type(_ new: String) {
    (text, selection) = (new, 0)
    matches = commands.matching(new)
  }
}

// MARK: - Drawing

extension CommandLineLayer {
  private static let mostRows = 8

  func draw(on frame: inout Frame) {
    let line = frame.size.rows - 2
    guard line > 0 else { return }
    let content = Rect.content(of: frame.size)
    let reason = reason(columns: content.size.columns)
    let count = min(matches.count, Self.mostRows, max(1, line - reason.count))
    let top = max(0, line - count - reason.count)
    frame.fill(Rect(column: 0, row: top, columns: frame.size.columns, rows: line - top + 1))
    drawRule(on: &frame, row: top - 1)
    let list = Rect(
      column: content.minColumn, row: top, columns: content.size.columns,
      rows: max(0, min(count, line - top)))
    drawMatches(on: &frame, in: list)
    for (row, text) in zip(list.maxRow..<line, reason) {
      let point = Point(column: content.minColumn, row: row)
      frame.write(text, at: point, width: content.size.columns)
    }
    drawLine(on: &frame, row: line)
    Footer(bindings).draw(on: &frame)
  }

  /// The border between the page and the commands, which are told apart without colours as well.
  private func drawRule(on frame: inout Frame, row: Int) {
    guard row > 0 else { return }
    let column = Rect.column(of: frame.size)
    frame.fill(Rect(column: 0, row: row, columns: frame.size.columns, rows: 1))
    frame.write(
      String(repeating: Glyphs.rule, count: column.size.columns),
      at: Point(column: column.minColumn, row: row), style: .muted)
  }

  private func drawLine(on frame: inout Frame, row: Int) {
    let column = Rect.column(of: frame.size)
    let hint = matches.isEmpty ? "   no such command" : ""
    frame.write(
      ":" + text + Glyphs.full + hint, at: Point(column: column.minColumn, row: row),
      style: .accent, width: column.size.columns)
  }

  /// Draws the matches around the chosen one.
  private func drawMatches(on frame: inout Frame, in area: Rect) {
    let first = max(0, min(selection - area.size.rows + 1, matches.count - area.size.rows))
    let captions = matches.map { Width.columns($0.caption) }.max() ?? 0
    for offset in 0..<area.size.rows where matches.indices.contains(first + offset) {
      let rect = Rect(
        column: area.minColumn, row: area.minRow + offset, columns: area.size.columns, rows: 1)
      let match = matches[first + offset]
      let text = match.caption.padded(to: captions) + "  " + match.label
      frame.write(
        text.clipped(to: rect.size.columns), at: rect.origin,
        style: match.isEnabled ? .plain : .disabled, width: rect.size.columns)
      if first + offset == selection { frame.markSelected(rect) }
      frame.addRegion(rect, choosing: first + offset)
    }
    frame.markHidden(
      above: first > 0, below: first + area.size.rows < matches.count, column: area.maxColumn,
      rows: (area.minRow, area.maxRow - 1), style: .muted)
  }

  /// The reason why the chosen command does nothing, in as many rows as it needs.
  private func reason(columns: Int) -> [String] {
    guard let reason = chosen?.disabledReason else { return [] }
    return "Not now: \(reason).".wrapped(to: max(10, columns))
  }
}
