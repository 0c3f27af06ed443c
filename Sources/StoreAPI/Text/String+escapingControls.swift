import VisibleText

extension String {
  /// The text with what could command a terminal, change the order of its letters or not be seen as
  /// escapes, such as `\u{202E}`; see ``VisibleText/VisibleScalars``.
  package var escapingControls: String { escapingUnseen { $0.escaped(asASCII: true) } }

  /// The text with the scalars that must not be shown as themselves replaced by what `escape` returns.
  func escapingUnseen(as escape: (Unicode.Scalar) -> String) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var text = ""
    for (scalar, isEscaped) in VisibleScalars(unicodeScalars) {
      if isEscaped { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
