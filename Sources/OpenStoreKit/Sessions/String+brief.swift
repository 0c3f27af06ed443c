extension String {
  /// The text if it is short, and otherwise its beginning.
  ///
  /// Text that somebody else has sent is shortened like this where people look for something else:
  /// in a log, and in the sentence of an error.
  package var brief: String {
    let beginning = unicodeScalars.prefix(Self.briefLength)
    return beginning.endIndex == unicodeScalars.endIndex ? self : String(beginning) + "…"
  }

  private static var briefLength: Int { 300 }
}
