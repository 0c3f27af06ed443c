extension Frame {
  /// The rows as lines, without the blanks at their ends: what snapshots compare.
  package var text: String {
    lines.joined(separator: "\n")
  }

  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for cell in self.row(row) { line += cell.text }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
