/// The last row, with the keys that can be used now.
///
/// A layer that draws a footer draws it with its own `bindings`. "? help" is added by the
/// footer, because the program answers that key on every layer.
package struct Footer: Sendable {
  private let left: [KeyBinding]
  private let right: [KeyBinding]
  private let press: @Sendable (Key) -> HitRegion.Press

  /// - Parameters:
  ///   - bindings: The keys of the layer; those that are disabled are left out.
  ///   - hasCommandLine: Whether ":" opens a command line.
  ///   - takesText: Whether text is typed into the layer, so that "?" and ":" are text too.
  ///   - press: The meaning of a press on a key's name; by default, the key.
  package init(
    _ bindings: [KeyBinding], hasCommandLine: Bool = false, takesText: Bool = false,
    press: @escaping @Sendable (Key) -> HitRegion.Press = { .key($0) }
  ) {
    self.press = press
    var labels: Set<String> = []
    // Enter may do what another key does; the button on the screen names Enter.
    let enabled = bindings.filter { $0.isEnabled && labels.insert($0.label).inserted }
    let command = KeyBinding(.character(":"), label: "command", group: .program)
    left = enabled.filter { $0.group != .quitting }
    right =
      (hasCommandLine && !takesText ? [command] : []) + enabled.filter { $0.group == .quitting }
      + (takesText ? [] : [Self.help])
  }

  private static let help = KeyBinding(.character("?"), label: "help", group: .program)

  /// Draws on the last row, within the screen's column.
  ///
  /// Keys that do not fit are left out, the least wanted first; "? help" stays, always at the right end:
  /// a press on it must not quit the program if a sheet closes at that moment. Each key can be pressed
  /// with the mouse.
  package func draw(on frame: inout Frame) {
    let row = frame.size.rows - 1
    guard row >= 0 else { return }
    frame.fill(Rect(column: 0, row: row, columns: frame.size.columns, rows: 1))
    let column = Rect.column(of: frame.size)
    let kept = kept(in: column.size.columns)
    draw(left.filter(kept.contains), on: &frame, from: Point(column: column.minColumn, row: row))
    let end = right.filter(kept.contains)
    let start = max(column.minColumn, column.maxColumn - Self.columns(of: end))
    draw(end, on: &frame, from: Point(column: start, row: row))
  }

  private static let gap = 3

  private static func columns(of bindings: [KeyBinding]) -> Int {
    bindings.map(\.footerColumns).reduce(0, +) + max(0, bindings.count - 1) * gap
  }

  /// The keys that fit, without an order.
  ///
  /// An action that does not fit leaves its room to the next one. Any other key that does not fit ends
  /// the choice, so that the footer does not name only some of the places.
  private func kept(in columns: Int) -> Set<KeyBinding> {
    var kept = Set(right.filter { $0 == Self.help })
    var used = kept.isEmpty ? -Self.gap : Self.help.footerColumns
    for binding in ranked {
      let end = used + Self.gap + binding.footerColumns
      guard end <= columns else {
        if binding.group == .action || binding.group == .opening { continue }
        break
      }
      used = end
      kept.insert(binding)
    }
    return kept
  }

  /// All keys but "? help", the most wanted first: the first action, the key that quits, then the groups.
  private var ranked: [KeyBinding] {
    let keys = (left + right).filter { $0 != Self.help }
    let act = keys.first { $0.group == .action }.map { [$0] } ?? []
    return act
      + KeyGroup.byImportance.flatMap { group in
        keys.filter { $0.group == group && !act.contains($0) }
      }
  }

  private func draw(_ bindings: [KeyBinding], on frame: inout Frame, from start: Point) {
    var point = start
    for binding in bindings {
      point.column += draw(binding, on: &frame, at: point) + Self.gap
    }
  }

  /// Returns the columns used.
  private func draw(_ binding: KeyBinding, on frame: inout Frame, at start: Point) -> Int {
    var point = start
    for (index, key) in binding.keys.enumerated() {
      if index > 0 { point.column += frame.write(binding.separator, at: point) }
      let columns = frame.write(key.caption, at: point, style: .accent)
      frame.addRegion(
        Rect(origin: point, size: Size(columns: columns, rows: 1)), meaning: press(key))
      point.column += columns
    }
    let columns = frame.write(" " + binding.label, at: point)
    // A label of several arrows does not say which of them is meant.
    if binding.group != .movement, let key = binding.keys.first {
      frame.addRegion(
        Rect(origin: point, size: Size(columns: columns, rows: 1)), meaning: press(key))
    }
    return point.column + columns - start.column
  }
}

extension KeyBinding {
  /// The columns of the key in a footer.
  fileprivate var footerColumns: Int { Width.columns(caption) + 1 + Width.columns(label) }
}
