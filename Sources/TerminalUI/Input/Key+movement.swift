extension Key {
  /// The number of rows by which the key moves in a list, up if negative; 0 if it does not move.
  ///
  /// Arrows, j and k move one row; ``Input`` turns Emacs' keys into arrows. Home, End, g and G move
  /// further than any list is long.
  ///
  /// - Parameters:
  ///   - page: The number of rows on the screen.
  ///   - takesText: Whether letters are text, so that they do not move.
  /// - Returns: The rows.
  package func rows(page: Int, takesText: Bool = true) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, page - 1)
    case .pageDown: max(1, page - 1)
    case .home: -Self.far
    case .end: Self.far
    case .character(let letter) where !takesText: Self.letters[letter] ?? 0
    default: 0
    }
  }

  /// The keys that move in a list.
  package static let listMovement: [Key] = [
    .up, .down, .pageUp, .pageDown, .home, .end, .character("j"), .character("k"),
    .character("g"), .character("G"),
  ]

  /// Longer than any list.
  private static let far = 1_000_000_000

  private static let letters: [Character: Int] = ["j": 1, "k": -1, "g": -far, "G": far]
}
