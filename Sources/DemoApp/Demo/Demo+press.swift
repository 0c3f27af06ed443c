import TerminalUI

extension Demo {
  mutating func press(_ key: Key) -> [Effect] {
    defer { forgetUpdates() }
    guard let command = commands.command(for: key), command.binding.isEnabled else {
      return refuse(key)
    }
    return perform(command.action, key)
  }

  /// Says why a key does nothing now.
  private mutating func refuse(_ key: Key) -> [Effect] {
    guard let answer = answer(to: key) else { return [] }
    dismissNotice()
    notice = answer
    beginNoticeLifetime()
    return []
  }

  private mutating func perform(_ action: Command.Action, _ key: Key) -> [Effect] {
    if action != .quit { dismissNotice() }
    switch action {
    case .move: return move(key)
    case .open: open()
    case .close: close()
    case .scroll: scroll(by: rows(of: key))
    case .fuelStore: isFuelStoreOpen = true
    case .neighbour: showNeighbour(by: key == .right ? 1 : -1)
    case .amount(let range):
      quantity = min(max(quantity + (key == .up ? 1 : -1), range.lowerBound), range.upperBound)
    case .go(let tab): return go(to: tab)
    case .nextPlace: return go(to: place(after: key == .backtab ? -1 : 1))
    case .buy(let buy): return begin(.buying(buy.product.displayName), [purchase(buy)])
    case .restore: return restore()
    case .retry: return begin(.loading, [.reload])
    case .drive(let id): return [.drive(id)]
    case .plan(let action): return begin(.sheet, effects(of: action))
    case .redeem: return begin(.sheet, [.redeem])
    case .refund(let id): return begin(.sheet, [.requestRefund(id)])
    case .copy(let id): return copy(id)
    case .filter: beginFilter()
    case .showAll: showWholeHistory()
    case .quit: return [.quit]
    case .nothing: break
    }
    return []
  }

  /// Removes the notice, and forgets new transactions, so that no later notice mentions them.
  mutating func dismissNotice() {
    notice = nil
    forgetIncomingTransactions()
  }

  /// The number of rows by which a key moves in the list of the present page.
  private func rows(of key: Key) -> Int {
    key.rows(page: pageArea.size.rows, takesText: false)
  }

  private mutating func move(_ key: Key) -> [Effect] {
    if place == .tab(.history) {
      selectHistoryRow(historyRow + rows(of: key))
      return moreHistory
    }
    switch key {
    case .left: move(columns: -1)
    case .right: move(columns: 1)
    // In a single row, every key moves along the row.
    default: grid.count == 1 ? move(columns: rows(of: key)) : move(rows: rows(of: key))
    }
    return []
  }

  private mutating func begin(_ activity: Activity, _ effects: [Effect]) -> [Effect] {
    self.activity = activity
    return effects
  }

  private mutating func restore() -> [Effect] {
    launchResult.map { begin(.restoring, [.restore(before: $0.store)]) } ?? []
  }

  private func purchase(_ buy: Buy) -> Effect {
    .purchase(buy, quantity: detail == nil || isFuelStoreOpen ? 1 : quantity)
  }

  private mutating func close() {
    if isFuelStoreOpen { isFuelStoreOpen = false } else { detail = nil }
  }

  private mutating func scroll(by rows: Int) {
    let hidden = hiddenRows
    scroll = min(max(0, min(scroll, hidden) + rows), hidden)
  }

  /// Closes the page over the present place.
  private mutating func go(to tab: Tab) -> [Effect] {
    (self.tab, detail, isFuelStoreOpen) = (tab, nil, false)
    switch tab {
    case .account: return plans == nil ? [.loadPlans] : []
    case .history: return history == nil ? [.loadHistory(through: nil)] : moreHistory
    case .cars, .shop: return []
    }
  }

  private mutating func open() {
    (quantity, scroll) = (1, 0)
    if tab == .history { return detail = selectedEntry?.purchase.owned.productID }
    switch selection {
    case .product(let id): detail = id
    case .shop: tab = .shop
    case .retry, .restore, .repair, nil: break
    }
  }
}
