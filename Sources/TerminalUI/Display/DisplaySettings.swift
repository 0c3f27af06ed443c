/// The look of the screen, as the user and the environment want it.
package struct DisplaySettings: Hashable, Sendable {
  /// Whether colour codes are written; bold and reverse video are always used.
  package var usesColor: Bool
  /// The terminal's background; nil if it is unknown.
  package var background: Background?
  package var glyphs: GlyphChoice

  package init(
    color: ColorChoice = .auto, theme: Theme = .auto, glyphs: GlyphChoice = .auto,
    environment: [String: String]
  ) {
    usesColor = color.usesColor(environment)
    background = theme.background(environment)
    self.glyphs = glyphs
  }
}
