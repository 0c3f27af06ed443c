/// Keys and their label.
package struct KeyBinding: Hashable, Sendable {
  package let keys: [Key]
  /// A few words, such as "pay $2.99".
  package let label: String
  /// The reason why the keys are disabled; `nil` while they are enabled.
  package var disabledReason: String?

  package init(_ keys: Key..., label: String, disabledReason: String? = nil) {
    self.init(keys: keys, label: label, disabledReason: disabledReason)
  }

  package init(keys: [Key], label: String, disabledReason: String? = nil) {
    self.keys = keys
    self.label = label
    self.disabledReason = disabledReason
  }

  package var isEnabled: Bool { disabledReason == nil }

  /// The keys as a footer names them: "↑↓", "enter", "b".
  package var caption: String {
    let names = keys.map(\.caption)
    // Arrows read as one sign; words need a space between them.
    let separator = names.allSatisfy { $0.count == 1 } && keys.contains(where: \.isArrow) ? "" : " "
    return names.joined(separator: separator)
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
