extension TerminalEvent {
  /// The event of a typed scalar: a key, or for Ctrl-L a redraw of the screen; `nil` for other
  /// controls.
  ///
  /// Ctrl-N and Ctrl-P are the arrows, as in Emacs.
  init?(scalar: Unicode.Scalar) {
    switch scalar {
    case "\r", "\n": self = .input(.key(.enter))
    case "\t": self = .input(.key(.tab))
    case "\u{1B}": self = .input(.key(.escape))
    case "\u{7F}", "\u{8}": self = .input(.key(.backspace))
    case "\u{E}": self = .input(.key(.down))
    case "\u{10}": self = .input(.key(.up))
    case "\u{C}": self = .damaged
    case _ where scalar.properties.generalCategory == .control: return nil
    default: self = .input(.key(.character(Character(scalar))))
    }
  }
}
