import TerminalUI

extension GalleryFrame {
  /// Rule: at most one element is selected, and it looks like every other selection.
  ///
  /// A bar stands before it, and all its cells are reversed, in one style. Beside a list, the page of
  /// the selected element may mark it as well.
  package var brokenSelections: [String] {
    let marks = visibleCells.flatMap { $0.filter { $0.style.isReversed || $0.isBar } }
    return panes(of: marks).flatMap(brokenSelections)
  }

  /// The marks of each pane if both have a selection, otherwise all marks.
  private func panes(of marks: [PlacedCell]) -> [[PlacedCell]] {
    guard let panes = TwoPanes(in: Rect.content(of: size), of: size) else { return [marks] }
    let sides = [
      marks.filter { $0.point.column < panes.ruleColumn },
      marks.filter { $0.point.column >= panes.ruleColumn },
    ]
    return sides.allSatisfy { $0.contains(where: \.isBar) } ? sides : [marks]
  }

  private func brokenSelections(_ marks: [PlacedCell]) -> [String] {
    let bars = marks.filter(\.isBar).map(\.point)
    let selected = marks.filter(\.style.isReversed)
    let reversed = selected.map(\.point)
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
    let styles = Set(selected.map(\.style))
    return (isOne ? [] : ["\(bars.count) bars"])
      + (isWhole ? [] : ["not the whole row after the bar is reversed"])
      + (styles.count == 1 ? [] : ["\(styles.count) styles in the selected row"])
  }

  private func isGapless(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }
}

extension PlacedCell {
  fileprivate var isBar: Bool { text == Glyphs.bar && !style.isDim }
}
