import AppStorePrompts
import TerminalUI

// The buttons, and the last row with the safe one.
extension SheetLayout {
  /// A column of details is at least this wide, unless every detail is shorter.
  private static let detailColumns = 20

  /// The buttons with their details, if there are several.
  func list(_ density: Density) -> [SheetRow] {
    guard page.listsButtons, phase == .asking else { return [] }
    let labels = page.buttons.map { "\($0.key)  \($0.label)" }
    let column = (labels.map(Width.columns).max() ?? 0) + 2
    let longest = page.buttons.map { Width.columns($0.detail) }.max() ?? 0
    let hasColumn = width >= 50 && width - column >= min(longest, Self.detailColumns)
    let rows = page.buttons.indices.flatMap { index in
      pressable(
        hasColumn
          ? inColumns(labels[index], page.buttons[index].detail, column)
          : narrowRows(labels[index], page.buttons[index]), index)
    }
    return (density.hasBlankRows ? [SheetRow()] : []) + rows
  }

  /// The rows of a button; bold if the mouse has marked it.
  private func pressable(_ rows: [SheetRow], _ button: Int) -> [SheetRow] {
    rows.map { row in
      var row = row
      row.button = button
      if button == markedButton { row.style = row.style.bold() }
      return row
    }
  }

  /// The button and its detail, at the end of its row if there is room.
  private func narrowRows(_ label: String, _ button: SheetPage.Button) -> [SheetRow] {
    let detail = button.detail
    if !detail.isEmpty, Width.columns(label) + 2 + Width.columns(detail) <= width {
      return [keyed(button.key, button.label, trailing: detail)]
    }
    return hanging(button.key, button.label) + hanging(nil, detail)
  }

  /// A text in as many rows as it needs, after a key or aligned with such a text.
  private func hanging(_ key: Character?, _ text: String) -> [SheetRow] {
    text.wrapped(to: width - 3).filter { !$0.isEmpty }.enumerated().map { index, part in
      var row = keyed(index == 0 ? key : nil, part)
      row.continues = index > 0
      return row
    }
  }

  private func inColumns(_ label: String, _ detail: String, _ column: Int) -> [SheetRow] {
    detail.wrapped(to: width - column).enumerated().map { index, text in
      let label = (index == 0 ? label : "").padded(to: column)
      return SheetRow(
        leading: String(label.prefix(1)), leadingStyle: .accent,
        text: String(label.dropFirst()) + text, continues: index > 0)
    }
  }

  private func keyed(
    _ key: Character?, _ text: String, trailing: String = ""
  ) -> SheetRow {
    SheetRow(
      leading: key.map { "\($0)  " } ?? "   ", leadingStyle: .accent, text: text,
      trailing: trailing)
  }
}

extension SheetLayout {
  private var isWide: Bool { width >= 50 }

  /// The last row: what Enter does, and how to choose a button.
  var closing: SheetRow {
    switch phase {
    case .asking where !text.isEmpty:
      SheetRow(
        text: "\(page.declineLabel)   esc",
        trailing: "\(page.entry?.sendLabel ?? "")   \(Glyphs.enter)", selection: .trailing)
    case .asking:
      SheetRow(
        text: "\(page.declineLabel)   " + (isWide ? "\(Glyphs.enter) or esc" : Glyphs.enter),
        trailing: choice, trailingStyle: Style.accent.bold(), selection: .text,
        trailingButton: page.listsButtons || page.buttons.isEmpty ? markedButton : 0)
    case .working:
      SheetRow(
        leading: Glyphs.pointer + " ", leadingStyle: .accent,
        text: "\(page.working) \(Glyphs.ellipsis)",
        trailing: isWide ? "esc leaves; it finishes by itself" : "", trailingStyle: .muted)
    case .failed: SheetRow(text: "Close   \(Glyphs.enter) or esc", selection: .text)
    case .purchased:
      SheetRow(
        text: "Done   \(Glyphs.enter)", trailing: isWide ? "any key closes" : "",
        trailingStyle: .muted, selection: .text)
    case .closed: SheetRow()
    }
  }

  /// A hint that says how to choose a button.
  private var choice: String {
    guard markedButton == nil else { return markedChoice }
    guard !page.listsButtons, let button = page.buttons.first else { return keys }
    return "\(button.label)   " + (isWide ? "press \(button.key)" : "\(button.key)")
  }

  /// A hint for the button that the mouse has marked.
  private var markedChoice: String {
    guard let markedButton, page.buttons.indices.contains(markedButton) else { return "" }
    let button = page.buttons[markedButton]
    let name = page.listsButtons ? "\(button.key)" : button.label
    return "\(name)   press again"
  }

  /// The number of keys that fit beside the decline button.
  private static let namedKeys = 5

  /// "press 1 to 5", "press a or d".
  private var keys: String {
    let keys = page.buttons.map { String($0.key) }
    guard let first = keys.first, let last = keys.last else { return "" }
    let isRange = keys == (1...9).prefix(keys.count).map(String.init)
    if isRange, keys.count > 2 { return "press \(first) to \(last)" }
    guard keys.count <= Self.namedKeys else { return "press a key from the list" }
    return "press " + keys.joined(separator: isWide ? " or " : " ")
  }
}
