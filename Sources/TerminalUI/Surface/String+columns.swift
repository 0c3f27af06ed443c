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
    return split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Self.wrap($0, to: columns) }
  }

  private static func wrap(_ paragraph: Substring, to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if Width.columns(longer) <= columns {
        line = longer
      } else {
        if !line.isEmpty { lines.append(line) }
        line = breakOff(String(word), to: columns, into: &lines)
      }
    }
    return lines + [line]
  }

  /// Takes whole lines off a word that is too long; returns what is left.
  private static func breakOff(
    _ word: String, to columns: Int, into lines: inout [String]
  ) -> String {
    var rest = word
    while Width.columns(rest) > columns {
      let head = rest.prefix(ofColumns: columns)
      // A character wider than the line must still make progress.
      let taken = head.isEmpty ? String(rest.prefix(1)) : head
      lines.append(taken)
      rest.removeFirst(taken.count)
    }
    return rest
  }

  /// The longest beginning of at most `columns`, without a mark at the cut.
  func prefix(ofColumns columns: Int) -> String {
    var used = 0
    return String(
      prefix { character in
        used += Width.columns(of: character)
        return used <= columns
      })
  }
}
