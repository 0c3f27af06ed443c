package import TerminalUI

extension Frame {
  /// Rule: at most one element is selected, and it looks like every other selection.
  ///
  /// A bar stands before it, and all its cells are reversed, in one style. Beside a list, the page of
  /// the selected element may mark it as well.
  package var brokenSelections: [String] {
    panesWithSelections.flatMap { brokenSelections(in: $0) }
  }

  /// The columns of both panes if each has a selection, otherwise all columns.
  private var panesWithSelections: [Range<Int>] {
    let all = 0..<size.columns
    guard let panes = TwoPanes(in: Rect.content(of: size), of: size) else { return [all] }
    let sides = [0..<panes.ruleColumn, panes.ruleColumn..<size.columns]
    return sides.allSatisfy { !bars(in: $0).isEmpty } ? sides : [all]
  }

  private func bars(in columns: Range<Int>) -> [Point] {
    points(in: columns) { $0.text == Glyphs.bar && !$0.style.isDim }
  }

  private func brokenSelections(in columns: Range<Int>) -> [String] {
    let bars = bars(in: columns)
    let reversed = points(in: columns, where: \.style.isReversed)
    guard let bar = bars.first else {
      return reversed.isEmpty ? [] : ["row \(reversed[0].row) is reversed without a bar"]
    }
    let isOne = bars.allSatisfy { $0.column == bar.column } && isGapless(bars.map(\.row))
    let rows = Dictionary(grouping: reversed, by: \.row)
    let isWhole =
      Set(rows.keys) == Set(bars.map(\.row))
      && rows.values.allSatisfy {
        $0.first?.column == bar.column + 1 && isGapless($0.map(\.column))
      }
    let styles = Set(reversed.map { self[$0].style })
    return (isOne ? [] : ["\(bars.count) bars"])
      + (isWhole ? [] : ["not the whole row after the bar is reversed"])
      + (styles.count == 1 ? [] : ["\(styles.count) styles in the selected row"])
  }

  private func isGapless(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  private func points(in columns: Range<Int>, where isIncluded: (Cell) -> Bool) -> [Point] {
    (0..<size.rows).flatMap { row in
      columns.map { Point(column: $0, row: row) }.filter { isIncluded(self[$0]) }
    }
  }
}
