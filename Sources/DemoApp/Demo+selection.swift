extension Demo {
  /// What the selection can stand on in the current place, section by section.
  var sections: [[Target]] {
    guard let store else { return [] }
    switch tab {
    case .cars: return [garage(of: store), [.shop]]
    case .shop:
      return [store.cars, store.fuel, store.plans, store.passes].map { $0.map(\.target) }
        + [store.products.isEmpty ? [.retry] : [], personalised == nil ? [] : [.restore]]
    }
  }

  private func garage(of store: Store) -> [Target] {
    let services = store.owned(.nonRenewable) + store.owned(.autoRenewable)
    let rows = (store.owned(.nonConsumable) + services).map { Target.product($0.productID) }
    return rows + store.winBacks.map { Target.product($0.productID) }
  }

  var targets: [Target] { sections.flatMap(\.self) }

  /// Where the selection stands: where it was put, or on the first thing there is.
  package var selection: Target? {
    let targets = targets
    if let chosen = selections[tab], targets.contains(chosen) { return chosen }
    return targets.first
  }

  var selectedProduct: String? {
    guard case .product(let id) = selection else { return nil }
    return id
  }

  mutating func move(by step: Int) {
    let targets = targets
    guard let selection, let index = targets.firstIndex(of: selection) else { return }
    selections[tab] = targets[min(max(index + step, 0), targets.count - 1)]
  }

  /// Between cars and fuel, which stand beside each other, and between the cards of the plans.
  mutating func moveSideways(by step: Int) {
    let sections = sections
    guard let selection, let place = sections.firstIndex(where: { $0.contains(selection) }),
      let index = sections[place].firstIndex(of: selection)
    else { return }
    guard place < 2 else { return move(in: sections[place], to: index + step) }
    move(in: sections[step > 0 ? 1 : 0], to: index)
  }

  private mutating func move(in section: [Target], to index: Int) {
    guard !section.isEmpty else { return }
    selections[tab] = section[min(max(index, 0), section.count - 1)]
  }

  /// The product before or after the one whose details are open, in the order of the place.
  mutating func showNeighbour(by step: Int) {
    let ids = targets.compactMap { target -> String? in
      guard case .product(let id) = target else { return nil }
      return id
    }
    guard let detail, let index = ids.firstIndex(of: detail) else { return }
    let next = ids[(index + step + ids.count) % ids.count]
    quantity = 1
    self.detail = next
    selections[tab] = .product(next)
  }
}

extension ProductRow {
  var target: Target { .product(id) }
}
