extension Unicode.Scalar {
  /// Whether a terminal could take the scalar for a command: a control character, or one that changes
  /// the direction of the text around it.
  ///
  /// The rule is that of the lines that commands print; this module has no other of the package below
  /// it, so it has the rule again, and a test compares the two.
  var isTerminalControl: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: properties.generalCategory == .control
    }
  }
}
