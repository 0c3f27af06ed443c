/// Neighbouring cells of one row in one style.
struct StyledRun: Equatable {
  let row: Int
  let column: Int
  let columns: Int
  let text: String
  let style: Style
}

extension Frame {
  /// The rows as runs in reading order, without plain blanks.
  var styledRuns: [StyledRun] {
    (0..<size.rows).flatMap { runs(ofRow: $0) }.filter { $0.style.isVisible || !$0.isBlank }
  }

  private func runs(ofRow row: Int) -> [StyledRun] {
    var runs: [StyledRun] = []
    for (column, cell) in self.row(row).enumerated() {
      let run = StyledRun(row: row, column: column, columns: 1, text: cell.text, style: cell.style)
      if let last = runs.last, let joined = last.joined(with: run) {
        runs[runs.count - 1] = joined
      } else {
        runs.append(run)
      }
    }
    return runs
  }
}

extension StyledRun {
  /// Both as one run, if the other continues it in its style.
  fileprivate func joined(with next: StyledRun) -> StyledRun? {
    guard style == next.style else { return nil }
    return StyledRun(
      row: row, column: column, columns: columns + next.columns, text: text + next.text,
      style: style)
  }

  fileprivate var isBlank: Bool { text.allSatisfy { $0 == " " } }
}

extension Style {
  /// Whether the style is visible on a blank.
  fileprivate var isVisible: Bool { isReversed || isUnderlined }
}
