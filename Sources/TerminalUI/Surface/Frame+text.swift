extension Frame {
  /// The rows as lines, without the blanks at their ends: what snapshots compare.
  package var text: String {
    lines.joined(separator: "\n")
  }

  package var lines: [String] {
    (0..<size.rows).map(line(ofRow:))
  }

  private func line(ofRow row: Int) -> String {
    let start = row * size.columns
    var end = start + size.columns
    while end > start, cells[end - 1].text == " " { end -= 1 }
    var line = ""
    for index in start..<end { line += cells[index].text }
    return line
  }
}
