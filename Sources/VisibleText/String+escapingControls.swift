extension String {
  /// The text with escapes, such as `\u{202E}`, instead of the characters that could command a
  /// terminal, change the order of the letters or be invisible; see ``VisibleScalars``.
  package var escapingControls: String { escapingUnseen { $0.escaped(asASCII: true) } }

  /// The text in which `escape` replaces each scalar that must not be shown as itself.
  package func escapingUnseen(as escape: (Unicode.Scalar) -> String) -> String {
    if isPrintableASCII { return self }
    var text = ""
    for (scalar, isEscaped) in VisibleScalars(unicodeScalars) {
      if isEscaped { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// Whether every character is one that each terminal shows as itself, in one column.
  package var isPrintableASCII: Bool {
    // A loop, because this runs for every text of a screen and must be fast.
    for byte in utf8 where byte < 0x20 || byte >= 0x7F { return false }
    return true
  }
}
