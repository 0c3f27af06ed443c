/// Keys and their label.
package struct KeyBinding: Hashable, Sendable {
  package let keys: [Key]
  /// Other keys that do the same, which only the help names.
  package let alternatives: [Key]
  /// A few words, such as "pay $2.99".
  package let label: String
  /// The kind of the keys' action.
  package let group: KeyGroup
  /// The reason why the keys are disabled; `nil` while they are enabled.
  package var disabledReason: String?
  /// Whether the keys only change what a screen shows, as scrolling does, so that lines need no command.
  package let needsScreen: Bool

  package init(
    _ keys: Key..., label: String, group: KeyGroup = .opening, disabledReason: String? = nil,
    needsScreen: Bool = false
  ) {
    self.init(
      keys: keys, label: label, group: group, disabledReason: disabledReason,
      needsScreen: needsScreen)
  }

  package init(
    keys: [Key], alternatives: [Key] = [], label: String, group: KeyGroup = .opening,
    disabledReason: String? = nil, needsScreen: Bool = false
  ) {
    self.needsScreen = needsScreen
    self.keys = keys
    self.alternatives = alternatives
    self.label = label
    self.group = group
    self.disabledReason = disabledReason
  }

  /// Whether a key is one of the keys or the alternatives.
  package func has(_ key: Key) -> Bool { keys.contains(key) || alternatives.contains(key) }

  package var isEnabled: Bool { disabledReason == nil }

  /// The keys as a footer names them: "↑↓", "enter", "b".
  package var caption: String { keys.map(\.caption).joined(separator: separator) }

  /// Arrows read as one sign; words need a space between them.
  var separator: String {
    keys.allSatisfy { $0.caption.count == 1 } && keys.contains(where: \.isArrow) ? "" : " "
  }
}

extension Key {
  fileprivate var isArrow: Bool { [.up, .down, .left, .right].contains(self) }

  /// The key's name as a person reads it.
  package var caption: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .enter: "enter"
    case .escape: "esc"
    case .tab: "tab"
    case .backtab: "shift-tab"
    case .up: Glyphs.arrowUp
    case .down: Glyphs.arrowDown
    case .left: Glyphs.arrowLeft
    case .right: Glyphs.arrowRight
    case .pageUp: "page-up"
    case .pageDown: "page-down"
    case .home: "home"
    case .end: "end"
    case .backspace: "backspace"
    case .delete: "delete"
    }
  }
}
