import OpenStoreKit
import TerminalUI

extension Demo {
  /// The targets that can be selected in the current place, row by row as drawn.
  var grid: [[Target]] {
    guard let store else { return [] }
    switch place {
    case .fuelStore: return isWide ? [store.fuel.map(\.target)] : rows(store.fuel.map(\.target))
    case .tab(.cars): return garageGrid(of: store)
    case .tab(.account): return repairs(in: store) + rows(account(of: store)) + [[.shop]]
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

  /// The customer's present and past plans, their passes, and the other plans.
  private func account(of store: Store) -> [Target] {
    let had =
      store.subscriptions.map(\.productID)
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
    let targets = tab == .cars ? garageGrid(of: store).flatMap(\.self) : shelves.map(\.target)
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

extension ProductRow {
  var target: Target { .product(id) }
}
