/// Which row of a list is selected, and which rows are seen.
package struct ListState: Hashable, Sendable {
  /// Counts from 0; stays where it is when rows go, until `clamp(to:)`.
  package private(set) var selection: Int

  package init(selection: Int = 0) {
    self.selection = max(0, selection)
  }

  /// Moves the selection, at most to the first or the last of `count` rows.
  package mutating func move(by rows: Int, count: Int) {
    select(selection + rows, count: count)
  }

  package mutating func select(_ row: Int, count: Int) {
    selection = min(max(0, row), max(0, count - 1))
  }

  /// Keeps the selection inside a list that now has `count` rows.
  package mutating func clamp(to count: Int) {
    select(selection, count: count)
  }

  /// What a key of movement does: arrows, j and k, Home and End; false if it is none.
  package mutating func handle(_ key: Key, count: Int, page: Int = 10) -> Bool {
    switch key {
    case .up, .character("k"): move(by: -1, count: count)
    case .down, .character("j"): move(by: 1, count: count)
    case .pageUp: move(by: -page, count: count)
    case .pageDown: move(by: page, count: count)
    case .home: select(0, count: count)
    case .end: select(count - 1, count: count)
    default: return false
    }
    return true
  }

  /// The rows that are seen in a place of `rows` rows: the selected one is always among them,
  /// and there is no gap at the end.
  package func visible(count: Int, rows: Int) -> Range<Int> {
    let rows = max(0, min(rows, count))
    let latest = max(0, count - rows)
    let first = min(latest, max(0, selection - rows / 2))
    return first..<first + rows
  }
}
