import TerminalUI

extension GalleryScreen {
  /// The screen at every size, for a recorded file.
  ///
  /// Beneath the text are the styles, and on the two smaller sizes the rows that a terminal with
  /// ASCII alone shows differently.
  package var record: String {
    frames.map { frame in
      let folded = frame.size.columns <= 80 ? ["in ASCII"] + frame.foldedRows : []
      let parts =
        ["═══ \(name), \(frame.size.caption)"] + frame.recordedLines + ["styles"]
        + frame.recordedStyles + folded
      return parts.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension GalleryFrame {
  /// The number of columns that are blank on every row of a screen of this size.
  private var margin: Int { Rect.column(of: size).minColumn }

  /// The rows without the margin; rows that repeat are counted.
  fileprivate var recordedLines: [String] {
    lines.map(withoutMargin).runs.flatMap { line, rows in
      rows.count < 3 ? rows.map { _ in line } : [line, "⋮ \(rows.count - 1) more rows like this"]
    }
  }

  /// The rows with a style: "3-5: 1-20 m, 24 aB".
  fileprivate var recordedStyles: [String] {
    (0..<size.rows).map { styleRuns(row: $0).map(\.caption).joined(separator: ", ") }.runs
      .filter { !$0.element.isEmpty }
      .map { "\($0.indices.caption): \($0.element)" }
  }

  fileprivate var foldedRows: [String] {
    var folded = frame
    folded.foldToASCII()
    return zip(lines, folded.lines).enumerated().filter { $0.element.0 != $0.element.1 }
      .map { "\($0.offset): \(withoutMargin($0.element.1))" }
  }

  private func withoutMargin(_ line: String) -> String {
    line.hasPrefix(String(repeating: " ", count: margin)) ? String(line.dropFirst(margin)) : line
  }
}

extension [String] {
  /// Equal elements that follow each other, with their indices.
  fileprivate var runs: [(element: String, indices: Range<Int>)] {
    reduce(into: []) { runs, element in
      if let last = runs.last, last.element == element {
        runs[runs.count - 1].indices = last.indices.lowerBound..<last.indices.upperBound + 1
      } else {
        let start = runs.last?.indices.upperBound ?? 0
        runs.append((element, start..<start + 1))
      }
    }
  }
}

extension Range<Int> {
  /// "3", or "3-5".
  var caption: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)-\(upperBound - 1)" }
}
