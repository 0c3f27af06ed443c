extension Frame {
  /// The rows as lines, without the blanks at their ends: what snapshots compare.
  package var text: String {
    lines.joined(separator: "\n")
  }

  package var lines: [String] {
    (0..<size.rows).map { row in
      var line = self.row(row).map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The rows, each followed by a line that names its styled runs, for tests of roles.
  ///
  /// A run reads `column-column role+attributes`, its end exclusive; plain runs are not named.
  package var styledText: String {
    zip(0..., lines)
      .flatMap { row, line in [line] + legend(ofRow: row) }
      .joined(separator: "\n")
  }

  private func legend(ofRow row: Int) -> [String] {
    let styles = self.row(row).map(\.style)
    var words: [String] = []
    var start = 0
    for column in 1...max(1, styles.count)
    where column >= styles.count || styles[column] != styles[start] {
      if start < styles.count, styles[start] != .plain {
        words.append("\(start)-\(column) \(styles[start].name)")
      }
      start = column
    }
    return words.isEmpty ? [] : ["  ~ " + words.joined(separator: ", ")]
  }
}

extension Style {
  /// The role and what is added to it, such as `price+bold+reversed`.
  fileprivate var name: String {
    let attributes = [
      (isBold, "+bold"), (isReversed, "+reversed"), (isUnderlined, "+underlined"),
      (isDim, "+dim"),
    ]
    return role.rawValue + attributes.filter(\.0).map(\.1).joined()
  }
}
