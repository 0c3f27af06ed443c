/// The last row, with the keys that can be used now.
///
/// A layer that draws a footer draws it with its own `bindings`. "? help" is added by the
/// footer, because the program answers that key on every layer.
package struct Footer: Sendable {
  /// The keys that are enabled, or will soon be.
  private let wanted: [KeyBinding]
  private let hasCommandLine: Bool
  private let takesText: Bool
  private let followsSelection: Bool
  private let press: @Sendable (Key) -> HitRegion.Press

  /// - Parameters:
  ///   - bindings: The keys of the layer; those that are disabled are left out.
  ///   - followsSelection: Whether actions depend on the selected element. If so, they come last, and
  ///     few cells change with the selection.
  ///   - hasCommandLine: Whether ":" opens a command line.
  ///   - takesText: Whether text is typed into the layer, so that "?" and ":" are text too.
  ///   - passingReason: The disabled reason of keys that will soon be enabled. They keep their room, so
  ///     that nothing moves when they are enabled.
  ///   - press: The meaning of a press on a key's name; by default, the key.
  package init(
    _ bindings: [KeyBinding], followsSelection: Bool = false, hasCommandLine: Bool = false,
    takesText: Bool = false, passingReason: String? = nil,
    press: @escaping @Sendable (Key) -> HitRegion.Press = { .key($0) }
  ) {
    wanted = bindings.filter {
      ($0.isEnabled || $0.disabledReason == passingReason) && $0 != Self.help
    }
    self.hasCommandLine = hasCommandLine
    self.takesText = takesText
    self.followsSelection = followsSelection
    self.press = press
  }

  private static let command = KeyBinding(.character(":"), label: "command", group: .program)
  private static let help = KeyBinding(.character("?"), label: "help", group: .program)

  /// Draws on the last row, within the screen's column.
  ///
  /// Keys that do not fit are left out, the least wanted first. Only "? help" stays. It is always at the
  /// right end, so that a press on it never hits "q quit" if a sheet closes at that moment. Each key can
  /// be pressed with the mouse.
  package func draw(on frame: inout Frame) {
    let row = frame.size.rows - 1
    guard row >= 0 else { return }
    frame.fill(Rect(column: 0, row: row, columns: frame.size.columns, rows: 1))
    let column = Rect.column(of: frame.size)
    let keys = kept(in: column.size.columns)
    draw(left(keys), on: &frame, from: Point(column: column.minColumn, row: row))
    let end = right.filter(keys.contains)
    let start = max(column.minColumn, column.maxColumn - Self.columns(of: end))
    draw(end, on: &frame, from: Point(column: start, row: row))
  }

  private var right: [KeyBinding] {
    (hasCommandLine && !takesText ? [Self.command] : [])
      + wanted.filter { $0.group == .quitting } + (takesText ? [] : [Self.help])
  }

  private static let gap = 3

  private static func columns(of bindings: [KeyBinding]) -> Int {
    bindings.map(\.footerColumns).reduce(0, +) + max(0, bindings.count - 1) * gap
  }

  /// The keys that fit, without an order.
  ///
  /// If Enter and a standing key do the same, only one is named: the standing key if all standing keys
  /// fit.
  private func kept(in columns: Int) -> Set<KeyBinding> {
    let standing = wanted.filter { $0.group == .standing }
    let kept = kept(of: standing + wanted, in: columns)
    return standing.allSatisfy(kept.contains) ? kept : self.kept(of: wanted, in: columns)
  }

  /// Of keys with one label, only the first is named; a button on the screen names Enter.
  ///
  /// An action that does not fit leaves its room to the next one. Any other key that does not fit ends
  /// the choice, so that the footer does not name only some of the places.
  private func kept(of keys: [KeyBinding], in columns: Int) -> Set<KeyBinding> {
    var labels: Set<String> = []
    let unique = keys.filter { labels.insert($0.label).inserted }
    var kept = Set(right.filter { $0 == Self.help })
    var used = kept.isEmpty ? -Self.gap : Self.help.footerColumns
    for binding in ranked(unique) {
      let end = used + Self.gap + binding.footerColumns
      guard end <= columns else {
        if Self.optional.contains(binding.group) { continue }
        break
      }
      used = end
      kept.insert(binding)
    }
    return kept
  }

  private static let optional: [KeyGroup] = [.action, .standing, .opening]

  /// The parts of a footer that follows the selection, from left to right.
  ///
  /// The keys that every element has come first, then those of the selected element, then keys that
  /// fill the remaining room.
  private enum Part: CaseIterable { case movement, opening, standing, enter, actions, rest }

  /// The keys at the left, in the order in which they are drawn.
  private func left(_ kept: Set<KeyBinding>) -> [KeyBinding] {
    let left = wanted.filter { $0.group != .quitting && kept.contains($0) }
    guard followsSelection else { return left }
    let standingFits = wanted.filter { $0.group == .standing }.allSatisfy(kept.contains)
    return Part.allCases.flatMap { part in
      left.filter { self.part(of: $0, standingFits: standingFits) == part }
    }
  }

  private func part(of binding: KeyBinding, standingFits: Bool) -> Part {
    if binding.keys == [.enter] { return .enter }
    return switch binding.group {
    case .movement: .movement
    case .opening: .opening
    case .standing: standingFits ? .standing : .rest
    case .action: .actions
    case .place, .program, .quitting: .rest
    }
  }

  /// All keys but "? help", the most wanted first: the first action, the key that quits, then the groups.
  private func ranked(_ unique: [KeyBinding]) -> [KeyBinding] {
    let command = right.filter { $0 == Self.command }
    let act = unique.first { $0.group == .action }.map { [$0] } ?? []
    return act
      + KeyGroup.byImportance.flatMap { group in
        (unique + command).filter { $0.group == group && !act.contains($0) }
      }
  }

  private func draw(_ bindings: [KeyBinding], on frame: inout Frame, from start: Point) {
    var point = start
    for binding in bindings {
      point.column += draw(binding, on: &frame, at: point) + Self.gap
    }
  }

  /// Returns the columns used; a disabled key is blank, and uses as many.
  private func draw(_ binding: KeyBinding, on frame: inout Frame, at start: Point) -> Int {
    guard binding.isEnabled else { return binding.footerColumns }
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
