import AppStorePayloads
import StoreOperatorAPI
import TerminalUI

// The keys of the list.
extension TransactionManager {
  mutating func pressInList(_ key: Key) -> [Effect] {
    switch key {
    case .escape, .character("q"): return [.close]
    case .character("/"): mode = .filter
    case .character("u"): return reload()
    case .tab, .backtab: return showOtherTable()
    case .enter: return open()
    default: return move(by: key.rows(page: listRows, takesText: false))
    }
    return []
  }

  private mutating func reload() -> [Effect] {
    listNotice = nil
    return readFirst(of: table)
  }

  private mutating func showOtherTable() -> [Effect] {
    table = table.other
    return reload()
  }

  /// Moves the selection, and reads the next page when a move down comes near the end of the list.
  private mutating func move(by rows: Int) -> [Effect] {
    guard rows != 0 else { return [] }
    change(table) { $0.list.move(by: rows) }
    guard rows > 0, let revision = change(table, { $0.beginNextPage() }) else { return [] }
    return [.read(table, revision: revision)]
  }

  /// Selects a row that was pressed with the mouse, or opens it if it is selected.
  mutating func chooseRow(_ place: Int) -> [Effect] {
    guard place < list.shownCount else { return [] }
    mode = .list
    return place == list.selection ? open() : move(by: place - list.selection)
  }

  private mutating func open() -> [Effect] {
    guard let selected = list.selected else { return [] }
    (mode, subscription, listNotice) = (.details(selected), nil, nil)
    (notifications, markedControl) = ([], nil)
    clearResult()
    scroll = ScrollPosition()
    return effects(ofOpening: selected)
  }

  private func effects(ofOpening row: ManagedRow) -> [Effect] {
    guard let listed = row.transaction else { return [] }
    guard case .transaction = row, listed.transaction.subscriptionGroupIdentifier != nil else {
      return [.readNotifications(listed.id)]
    }
    return [.readSubscription(listed.id), .readNotifications(listed.id)]
  }
}

// The filter.
extension TransactionManager {
  mutating func pressInFilter(_ key: Key) -> [Effect] {
    switch key {
    case .escape:
      filter(by: "")
      mode = .list
    case .enter, .down: mode = .list
    case .backspace: filter(by: String(list.filter.dropLast()))
    case .character(let character): filter(by: list.filter + String(character))
    default: break
    }
    return []
  }

  mutating func filter(by text: String) { change(table) { $0.list.filter(by: text) } }
}
