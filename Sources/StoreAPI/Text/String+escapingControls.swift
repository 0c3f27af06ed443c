extension Unicode.Scalar {
  /// Whether a terminal could take the scalar for a command: a control character, or one that changes
  /// the direction of the text around it.
  package var isTerminalControl: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: properties.generalCategory == .control
    }
  }
}

extension String {
  /// The text with its control characters and bidirectional overrides escaped, so that it cannot send
  /// commands to a terminal, or show its letters in another order.
  package var escapingControls: String {
    escaping(where: \.isTerminalControl) { $0.escaped(asASCII: true) }
  }

  /// The text with the scalars that `matches` selects replaced by their escapes.
  func escaping(
    where matches: (Unicode.Scalar) -> Bool, as escape: (Unicode.Scalar) -> String
  ) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) || !unicodeScalars.contains(where: matches) {
      return self
    }
    return unicodeScalars.map { matches($0) ? escape($0) : String($0) }.joined()
  }
}
