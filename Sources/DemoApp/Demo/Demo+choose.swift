import TerminalUI

extension Demo {
  /// Selects a row that was pressed with the mouse; opens it if it is selected already.
  ///
  /// The index is that of a row in the history, and elsewhere that of one of ``targets``.
  mutating func choose(_ index: Int) -> [Effect] {
    guard detail == nil || isFuelStoreOpen else {
      // The list beside an open page, on a wide screen.
      detail = nil
      return select(index)
    }
    return isChosen(index) ? press(.enter) : select(index)
  }

  private func isChosen(_ index: Int) -> Bool {
    if place == .tab(.history) { return historyRow == index }
    return targets.indices.contains(index) && targets[index] == selection
  }

  private mutating func select(_ index: Int) -> [Effect] {
    if place == .tab(.history) {
      selectHistoryRow(index)
      return moreHistory
    }
    if targets.indices.contains(index) { selections[place] = targets[index] }
    return []
  }
}
