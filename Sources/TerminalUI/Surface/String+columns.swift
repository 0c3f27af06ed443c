import VisibleText

extension String {
  /// The beginning that fits into `columns`; ends with "…" if something was cut off.
  package func clipped(to columns: Int) -> String {
    guard Width.columns(self) > columns else { return self }
    guard columns > 0 else { return "" }
    return prefix(ofColumns: columns - 1) + "…"
  }

  /// Clipped to `columns` and filled up with spaces to exactly that.
  package func padded(to columns: Int) -> String {
    let text = clipped(to: columns)
    return text + String(repeating: " ", count: max(0, columns - Width.columns(text)))
  }

  /// The text in lines of at most `columns`.
  ///
  /// It breaks at spaces, and inside a word that is longer than a line. It keeps the text's own
  /// line breaks.
  package func wrapped(to columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    if utf8.count <= columns && isTidyLine { return [self] }
    return split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { paragraph in
        var lines = WrappedLines(columns: columns)
        for word in paragraph.split(separator: " ") { lines.add(word) }
        return lines.all
      }
  }

  /// The longest beginning of at most `columns`, without a mark at the cut.
  func prefix(ofColumns columns: Int) -> String {
    if isPrintableASCII { return String(prefix(max(0, columns))) }
    var used = 0
    return String(
      prefix { character in
        used += Width.columns(of: character)
        return used <= columns
      })
  }

  /// Whether it is printable ASCII, with single spaces between words and none at its ends.
  private var isTidyLine: Bool {
    let space = UInt8(ascii: " ")
    var previous = space
    for byte in utf8 {
      if byte < space || byte >= 0x7F || byte == space && previous == space { return false }
      previous = byte
    }
    return previous != space
  }
}
