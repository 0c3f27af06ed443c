/// The layer that ":" opens: a line on which a command is typed by its name, with the commands that
/// match.
///
/// The commands are the keys of the layer below and of the program, under their labels. A disabled one
/// says why, and does nothing.
struct CommandLineLayer: Layer {
  enum Effect: Hashable, Sendable {
    /// Closes the line, and presses a key of the layer below if a command was chosen.
    case close(press: Key?)
  }

  private let commands: [KeyBinding]
  private var text = ""
  private var selection = 0

  init(_ bindings: [KeyBinding]) {
    commands = bindings
  }

  /// The one whose name is the text, then those that begin with it, then those that contain it; among
  /// equals the enabled ones first.
  private var matches: [KeyBinding] {
    let ranked = commands.compactMap { command in rank(of: command).map { (command, $0) } }
    return (0...Rank.last).flatMap { rank in ranked.filter { $0.1 == rank }.map(\.0) }
  }

  private enum Rank {
    static let exact = 0, prefix = 2, part = 4
    static let last = part + 1
  }

  /// `nil` if the text is not in the name.
  private func rank(of command: KeyBinding) -> Int? {
    let (name, word) = (command.label.lowercased(), text.lowercased())
    let rank: Int? =
      if name == word {
        Rank.exact
      } else if name.hasPrefix(word) {
        Rank.prefix
      } else {
        name.contains(word) ? Rank.part : nil
      }
    return rank.map { $0 + (command.isEnabled ? 0 : 1) }
  }

  private var chosen: KeyBinding? {
    matches.indices.contains(selection) ? matches[selection] : nil
  }

  var bindings: [KeyBinding] {
    let doing = chosen.map {
      [KeyBinding(.enter, label: $0.label, disabledReason: $0.disabledReason)]
    }
    let choosing = matches.count > 1 ? [KeyBinding(.up, .down, label: "choose")] : []
    return (doing ?? []) + choosing + [KeyBinding(.escape, label: "close")]
  }

  mutating func update(_ event: LayerEvent<Never>) -> [Effect] {
    guard case .input(.key(let key)) = event else { return [] }
    switch key {
    case .escape: return [.close(press: nil)]
    case .enter:
      guard let chosen, chosen.isEnabled else { return [] }
      return [.close(press: chosen.keys.first)]
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
    let columns = max(0, frame.size.columns - 2)
    let reason = reason(columns: columns)
    let shown = matches.prefix(min(8, max(1, line - reason.count)))
    let top = max(0, line - shown.count - reason.count)
    frame.fill(Rect(column: 0, row: top, columns: frame.size.columns, rows: line - top + 1))
    for (row, text) in zip(top..., rows(of: shown) + reason) where row < line {
      frame.write(text.0, at: Point(column: 1, row: row), style: text.1, width: columns)
    }
    let hint = shown.isEmpty ? "   no such command" : ""
    frame.write(
      ":" + text + Glyphs.full + hint, at: Point(column: 1, row: line), style: .accent,
      width: columns)
    Footer(bindings).draw(on: &frame)
  }

  private func rows(of shown: ArraySlice<KeyBinding>) -> [(String, Style)] {
    let width = shown.map { Width.columns($0.caption) }.max() ?? 0
    return shown.enumerated().map { index, match in
      let isChosen = index == selection
      let text = match.caption.padded(to: width) + "  " + match.label
      let style = match.isEnabled ? Style.plain : .disabled
      return ((isChosen ? Glyphs.bar : " ") + " " + text, isChosen ? .title : style)
    }
  }

  /// The reason why the chosen command does nothing, in as many rows as it needs.
  private func reason(columns: Int) -> [(String, Style)] {
    guard let reason = chosen?.disabledReason else { return [] }
    return "Not now: \(reason).".wrapped(to: max(10, columns - 2)).map { ("  " + $0, .warn) }
  }
}
