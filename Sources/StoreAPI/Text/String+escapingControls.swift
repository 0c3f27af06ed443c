extension String {
  /// The text with its control characters escaped: what a stranger wrote then commands no terminal.
  package var escapingControls: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}
