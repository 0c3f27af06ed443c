/// The last row, with the keys that can be used now.
///
/// A layer that draws a footer draws it with its own `bindings`. "? help" is added by the
/// footer, because the program answers that key on every layer.
package struct Footer: Sendable {
  private let bindings: [KeyBinding]

  package init(_ bindings: [KeyBinding]) {
    self.bindings = bindings.filter(\.isEnabled)
  }

  /// Draws on the last row; keys that do not fit are omitted from the end, "? help" last.
  package func draw(on frame: inout Frame) {
    let row = frame.size.rows - 1
    guard row >= 0 else { return }
    frame.fill(Rect(column: 0, row: row, columns: frame.size.columns, rows: 1))
    var column = 1
    for item in items(fitting: frame.size.columns - 1) {
      column += frame.write(item.caption, at: Point(column: column, row: row), style: .title)
      column += frame.write(" " + item.label, at: Point(column: column, row: row))
      column += gap
    }
  }

  private struct Item {
    let caption: String
    let label: String
    var columns: Int { Width.columns(caption) + 1 + Width.columns(label) }
  }

  private var gap: Int { 3 }

  private func items(fitting columns: Int) -> [Item] {
    let help = Item(caption: "?", label: "help")
    var used = help.columns
    var items: [Item] = []
    for binding in bindings {
      let item = Item(caption: binding.caption, label: binding.label)
      used += item.columns + gap
      guard used <= columns else { break }
      items.append(item)
    }
    return items + [help]
  }
}
