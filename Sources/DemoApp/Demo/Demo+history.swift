import TerminalUI

// The list of the history: its rows, the selected one, the filter, and the lines in view.
extension Demo {
  /// The selected transaction of the history.
  var selectedEntry: History.Entry? {
    guard let entries = statement?.entries, entries.indices.contains(historyRow) else { return nil }
    return entries[historyRow]
  }

  /// The number of transactions in the list.
  var historyCount: Int { statement?.entries.count ?? 0 }

  /// Selects the row of the history that is nearest to `row`.
  mutating func selectHistoryRow(_ row: Int) {
    let first = historyLayout?.lines.lowerBound ?? 0
    historyRow = max(0, min(row, historyCount - 1))
    historyTop = first
    historyTop = historyLayout?.lines.lowerBound ?? 0
  }

  /// The number of rows before the last one at which the next page of the history is loaded.
  private static let historyMargin = 25

  /// Loads the next page of the history if the selection is near the end of the loaded rows.
  var moreHistory: [Effect] {
    mutating get {
      guard tab == .history, let history, history.hasMore, !isReadingHistory,
        historyRow + Self.historyMargin >= historyCount
      else { return [] }
      isReadingHistory = true
      return [.loadMoreHistory]
    }
  }

  /// The places of the history's lines; `nil` without any.
  var historyLayout: HistoryLayout? {
    guard let history, let statement, !history.entries.isEmpty else { return nil }
    return HistoryLayout(
      statement: statement, selected: historyRow, top: historyTop,
      missing: history.missing, isFilterShown: historyFilter.isShown, size: placeArea.size,
      hasPane: panes != nil)
  }

  /// Updates the list after a change of the history or of the filter.
  ///
  /// The selected transaction stays selected, at its place on the screen, unless it was the first
  /// one or is no longer in the list.
  mutating func updateStatement() {
    let selected = historyRow == 0 ? nil : selectedEntry
    let offset = statement.map { $0.rows(ofEntry: historyRow).upperBound - historyTop } ?? 0
    statement = makeStatement()
    let row = selected.flatMap { entry in
      statement?.entries.firstIndex { $0.isSame(as: entry) }
    }
    historyRow = max(0, min(row ?? historyRow, historyCount - 1))
    historyTop = (statement?.rows(ofEntry: historyRow).upperBound ?? 0) - offset
    selectHistoryRow(historyRow)
  }

  private func makeStatement() -> HistoryStatement? {
    guard let history, let store else { return nil }
    return HistoryStatement(history, matching: historyFilter, in: store)
  }
}

// MARK: - The filter

extension Demo {
  /// Whether keys are typed into the filter of the history.
  package var isTypingFilter: Bool { tab == .history && !isOverPlace && historyFilter.isTyping }

  /// Handles a key while the filter is typed.
  mutating func typeFilter(_ key: Key) -> [Effect] {
    switch key {
    case .character(let character): changeFilter { $0.add(String(character)) }
    case .backspace, .delete: changeFilter { $0.removeLast() }
    case .enter: historyFilter.isTyping = false
    case .escape: showWholeHistory()
    default: selectHistoryRow(historyRow + key.rows(page: placeArea.size.rows))
    }
    return moreHistory
  }

  /// Adds pasted text to the filter, if one is typed.
  mutating func pasteIntoFilter(_ text: String) -> [Effect] {
    guard isTypingFilter else { return [] }
    changeFilter { $0.add(text) }
    return moreHistory
  }

  mutating func beginFilter() { historyFilter.isTyping = true }

  mutating func showWholeHistory() { changeFilter { $0 = HistoryFilter() } }

  private mutating func changeFilter(_ change: (inout HistoryFilter) -> Void) {
    change(&historyFilter)
    updateStatement()
  }
}

// MARK: - Keys

extension Demo {
  /// The keys of the history's list: its filter, and the ID of the selected transaction.
  var historyCommands: [Command] {
    guard tab == .history, history?.entries.isEmpty == false else { return [] }
    let copying = selectedEntry.map { entry in
      let id = entry.purchase.owned.transactionID
      return [Command(keys.key(.copy), label: CommandName.copy.title, action: .copy(id))]
    }
    let filtering = [
      Command(.character("/"), label: "filter", group: .opening, action: .filter)
    ]
    return (copying ?? []) + filtering + (historyFilter.isShown ? [showingAll] : [])
  }

  /// The keys while the filter is typed; every other key is added to it.
  var filterCommands: [Command] {
    let choosing =
      historyCount > 1
      ? [Command(.up, .down, label: "choose", group: .movement, action: .move)] : []
    return [Command(.enter, label: "keep the filter", group: .opening, action: .nothing)]
      + choosing + [showingAll]
  }

  private var showingAll: Command {
    Command(.escape, label: "show all", group: .opening, action: .showAll)
  }

  /// Asks the terminal to copy a transaction's ID, and shows a notice.
  ///
  /// The terminal does not say whether it has copied the ID.
  mutating func copy(_ id: UInt64) -> [Effect] {
    notice = Notice(.good, "The terminal was asked to copy \(id).")
    beginNoticeLifetime()
    return [.copy("\(id)")]
  }
}
