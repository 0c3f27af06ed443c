/// What ":" shows: a line on which a command is typed by its name, with the commands that match.
///
/// The commands are the enabled keys of the layer below and of the program, under their labels.
struct CommandLineLayer: Layer {
  enum Effect: Hashable, Sendable {
    /// Closes the line, and presses a key of the layer below if a command was chosen.
    case close(press: Key?)
  }

  private let commands: [KeyBinding]
  private var text = ""
  private var selection = 0

  init(_ bindings: [KeyBinding]) {
    commands = bindings.filter(\.isEnabled)
  }

  /// Those that begin with the text, then those that contain it.
  private var matches: [KeyBinding] {
    let word = text.lowercased()
    let names = commands.map { ($0, $0.label.lowercased()) }
    let first = names.filter { $0.1.hasPrefix(word) }
    let others = names.filter { !$0.1.hasPrefix(word) && $0.1.contains(word) }
    return (first + others).map(\.0)
  }

  private var chosen: KeyBinding? {
    matches.indices.contains(selection) ? matches[selection] : nil
  }

  var bindings: [KeyBinding] {
    let doing = chosen.map { [KeyBinding(.enter, label: $0.label)] } ?? []
    let choosing = matches.count > 1 ? [KeyBinding(.up, .down, label: "choose")] : []
    return doing + choosing + [KeyBinding(.escape, label: "close")]
  }

  mutating func update(_ event: LayerEvent<Never>) -> [Effect] {
    guard case .input(.key(let key)) = event else { return [] }
    switch key {
    case .escape: return [.close(press: nil)]
    case .enter: return chosen.map { [.close(press: $0.keys.first)] } ?? []
    case .up: selection = max(0, selection - 1)
    case .down: selection = min(selection + 1, max(0, matches.count - 1))
    case .tab: if let chosen { type(chosen.label) }
    case .backspace where text.isEmpty: return [.close(press: nil)]
    case .backspace: type(String(text.dropLast()))
    case .character(let character): type(text + String(character))
    default: break
    }
    return []
  }

  private mutating func type(_ new: String) {
    (text, selection) = (new, 0)
  }

  func draw(on frame: inout Frame) {
    let line = frame.size.rows - 2
    guard line > 0 else { return }
    let shown = matches.prefix(min(8, line))
    let top = line - shown.count
    frame.fill(Rect(column: 0, row: top, columns: frame.size.columns, rows: shown.count + 1))
    let width = shown.map { Width.columns($0.caption) }.max() ?? 0
    for (offset, match) in shown.enumerated() {
      let text = match.caption.padded(to: width) + "  " + match.label
      frame.write(
        (offset == selection ? Glyphs.bar : " ") + " " + text,
        at: Point(column: 1, row: top + offset), style: offset == selection ? .title : .plain,
        width: max(0, frame.size.columns - 2))
    }
    let hint = shown.isEmpty ? "   no such command" : ""
    frame.write(
      ":" + text + Glyphs.full + hint, at: Point(column: 1, row: line), style: .accent,
      width: max(0, frame.size.columns - 2))
    Footer(bindings).draw(on: &frame)
  }
}
