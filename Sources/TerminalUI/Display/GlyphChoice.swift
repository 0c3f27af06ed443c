/// The set of signs that the screen draws.
package enum GlyphChoice: String, Hashable, Sendable, CaseIterable {
  /// As the locale allows.
  case auto
  case unicode
  case ascii
}
