/// The number of colours that the screen uses.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  case none
  /// The sixteen colours of ANSI. A terminal with eight shows the bright ones in bold.
  case sixteen
  /// The 256 colours of xterm, whose last 240 look the same on every terminal.
  case indexed

  /// - Parameter colors: The number of colours in the terminal's description.
  package init(colors: Int) {
    self = colors >= 256 ? .indexed : colors >= 8 ? .sixteen : .none
  }
}
