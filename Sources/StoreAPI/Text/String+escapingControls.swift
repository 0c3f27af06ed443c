extension String {
  /// The text with its control characters escaped, so that it cannot send commands to a terminal.
  package var escapingControls: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }
}
