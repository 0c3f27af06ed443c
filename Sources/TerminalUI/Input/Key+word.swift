extension Key {
  /// The key's name in ASCII, as it is typed and read out.
  package var word: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    default: caption
    }
  }

  /// The keys that have a name of several letters.
  private static let named: [Key] = [
    .enter, .escape, .tab, .backtab, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end,
    .backspace, .delete, .character(" "),
  ]

  /// The key with this name, or the key of a single character.
  ///
  /// - Parameter word: As ``word`` writes it.
  package init?(word: String) {
    if let named = Self.named.first(where: { $0.word == word }) {
      self = named
    } else if word.count == 1, let character = word.first {
      self = .character(character)
    } else {
      return nil
    }
  }
}
