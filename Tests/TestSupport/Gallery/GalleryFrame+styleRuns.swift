import TerminalUI

/// Cells of a row that have one style; blank cells between them count as theirs.
struct StyleRun {
  let style: Style
  var columns: Range<Int>

  /// "1-20 mB": the columns, the role's letter, and capitals for the attributes.
  var caption: String { "\(columns.caption) \(style.caption)" }
}

extension GalleryFrame {
  /// The styles of a row, without those that nobody can see.
  func styleRuns(row: Int) -> [StyleRun] {
    var runs: [StyleRun] = []
    for cell in visibleCells[row] {
      let column = cell.point.column
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
      } else {
        runs.append(StyleRun(style: cell.style, columns: column..<column + 1))
      }
    }
    return runs.filter { $0.style != .plain }
  }
}

extension Style {
  fileprivate var caption: String {
    let attributes = [(isBold, "B"), (isReversed, "R"), (isUnderlined, "U"), (isDim, "D")]
    return role.letter + attributes.filter(\.0).map(\.1).joined()
  }
}

extension Role {
  fileprivate var letter: String {
    switch self {
    case .plain: "p"
    case .title: "t"
    case .muted: "m"
    case .accent: "a"
    case .good: "g"
    case .warn: "w"
    case .bad: "b"
    case .price: "$"
    case .disabled: "d"
    }
  }
}
