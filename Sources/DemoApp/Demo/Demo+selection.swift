import OpenStoreKit
import TerminalUI

extension Demo {
  /// The targets that can be selected in the current place, row by row as drawn.
  var grid: [[Target]] {
    guard let store else { return [] }
    switch place {
    case .fuelStore: return isWide ? [store.fuel.map(\.target)] : rows(store.fuel.map(\.target))
    case .tab(.cars): return rows(garage(of: store)) + [[.shop]]
    case .tab(.account): return rows(account(of: store)) + [[.shop]]
    case .tab(.history): return []
    case .tab(.shop):
      return shelves(of: store) + rows(store.passes.map(\.target))
        + (store.products.isEmpty ? [[.retry]] : []) + (launchResult == nil ? [] : [[.restore]])
    }
  }

  /// Cars beside fuel, and the plans three in a row; all in one column on a narrow screen.
  private func shelves(of store: Store) -> [[Target]] {
    let (cars, fuel) = (store.cars.map(\.target), store.fuel.map(\.target))
    let plans = store.plans.map(\.target)
    guard isWide else { return rows(cars + fuel + plans) }
    let beside = (0..<max(cars.count, fuel.count)).map { cars[at: $0] + fuel[at: $0] }
    let cards = stride(from: 0, to: plans.count, by: 3).map { Array(plans[$0...].prefix(3)) }
    return beside + cards
  }

  private func rows(_ targets: [Target]) -> [[Target]] { targets.map { [$0] } }

  private func garage(of store: Store) -> [Target] {
    let services =
      (store.owned(.nonRenewable) + store.plansWithoutStatus).map(\.productID)
      + store.subscriptions.filter(\.status.grantsAccess).map(\.productID)
      + store.subscriptions.filter(\.status.isPaused).map(\.productID)
      + store.endedGroups.flatMap { store.plans(shownFor: $0) }
    let rows = store.owned(.nonConsumable).map(\.productID) + services
    let others = store.winBacks.compactMap(\.productID).filter { !rows.contains($0) }
    return (rows + others).withoutRepetitions.map { .product($0) }
  }

  /// The customer's present and past plans with the plans offered instead of them, their passes,
  /// and the other plans.
  private func account(of store: Store) -> [Target] {
    let had =
      store.subscriptions.flatMap { store.plans(shownFor: $0) }
      + (store.plansWithoutStatus + store.owned(.nonRenewable)).map(\.productID)
    return had.withoutRepetitions.map { .product($0) } + store.otherPlans.map(\.target)
  }

  var targets: [Target] { grid.flatMap(\.self) }

  /// The target that was selected in this place, or the first one.
  package var selection: Target? {
    let targets = targets
    if let chosen = selections[place], targets.contains(chosen) { return chosen }
    return targets.first
  }

  /// Keeps the selected row selected while others are added and removed; if it disappears, selects
  /// the row that takes its place.
  mutating func keepSelection(_ change: (inout Demo) -> Void) {
    let (before, index) = (selection, targets.firstIndex { $0 == selection } ?? 0)
    change(&self)
    let targets = targets
    guard let before, !targets.isEmpty else { return }
    selections[place] = targets.contains(before) ? before : targets[min(index, targets.count - 1)]
  }

  /// The selected transaction of the history.
  var selectedEntry: History.Entry? {
    guard let entries = history?.entries, entries.indices.contains(historyRow) else { return nil }
    return entries[historyRow]
  }

  /// Selects the row of the history that is nearest to `row`.
  mutating func selectHistoryRow(_ row: Int) {
    historyRow = max(0, min(row, (history?.entries.count ?? 0) - 1))
  }

  /// The number of rows before the last one at which the next page of the history is loaded.
  private static let historyMargin = 25

  /// Loads the next page of the history if the selection is near the end of the loaded rows.
  var moreHistory: [Effect] {
    mutating get {
      guard tab == .history, let history, history.hasMore, !isReadingHistory,
        historyRow + Self.historyMargin >= history.entries.count
      else { return [] }
      isReadingHistory = true
      return [.loadMoreHistory]
    }
  }

  var selectedProduct: String? {
    guard case .product(let id) = selection else { return nil }
    return id
  }

  mutating func move(rows: Int = 0, columns: Int = 0) {
    let grid = grid
    guard let selection, let row = grid.firstIndex(where: { $0.contains(selection) }),
      let column = grid[row].firstIndex(of: selection)
    else { return }
    let next = grid[min(max(row + rows, 0), grid.count - 1)]
    selections[place] = next[min(max(column + columns, 0), next.count - 1)]
  }

  /// The products of the current place, section by section.
  private var productIDs: [String] {
    guard let store else { return [] }
    let shelves = store.cars + store.fuel + store.plans + store.passes
    let targets = tab == .cars ? garage(of: store) : shelves.map(\.target)
    return targets.compactMap { target in
      guard case .product(let id) = target else { return nil }
      return id
    }
  }

  /// The product before or after the one whose details are open, in the order of the place.
  mutating func showNeighbour(by step: Int) {
    let ids = productIDs
    guard let detail, let index = ids.firstIndex(of: detail) else { return }
    let next = ids[(index + step + ids.count) % ids.count]
    (quantity, scroll) = (1, 0)
    self.detail = next
    selections[place] = .product(next)
  }
}

extension [String] {
  /// A family member's plan and the customer's own unpaid subscription to the same plan are two
  /// rows with one target.
  fileprivate var withoutRepetitions: Self {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Array {
  /// The element at `index` in an array, or an empty array.
  fileprivate subscript(at index: Int) -> [Element] { indices.contains(index) ? [self[index]] : [] }
}

extension Store {
  /// The plan of a group, and the plan that is offered instead if there is one.
  fileprivate func plans(shownFor group: PlanGroup) -> [String] {
    [group.productID] + [otherPlan(offeredFor: group)].compactMap(\.self)
  }
}

extension ProductRow {
  var target: Target { .product(id) }
}
