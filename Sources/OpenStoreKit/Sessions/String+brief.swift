extension String {
  /// The text, or its beginning if it is long.
  ///
  /// Logs and error sentences shorten text from outside like this.
  package var brief: String {
    let beginning = unicodeScalars.prefix(Self.briefLength)
    return beginning.endIndex == unicodeScalars.endIndex ? self : String(beginning) + "…"
  }

  private static var briefLength: Int { 300 }
}
