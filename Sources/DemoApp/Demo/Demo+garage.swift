import OpenStoreKit
import TerminalUI

// The cars of My Cars, as a garage or as a list, and what can be selected there.
extension Demo {
  /// The customer's cars, and those that were taken away while the customer looks at them.
  func cars(of store: Store) -> [Owned] {
    let owned = store.owned(.nonConsumable)
    guard store.customer == .active else { return owned }
    let lost = updatedProducts.sorted().compactMap { id -> Owned? in
      let status = store.productStatus(of: id)
      guard status.state == .revoked, status.transaction?.kind == .nonConsumable else { return nil }
      return status.transaction
    }
    let order = store.products.map(\.id)
    return (owned + lost).sorted { order.place(of: $0) < order.place(of: $1) }
  }

  /// Whether the cars stand on a road.
  ///
  /// A small screen, and cars without pictures, have a list instead.
  var hasGarage: Bool {
    guard let store, tab == .cars, store.customer == .active, placeArea.size.columns >= Page.wide,
      size.rows >= Self.garageRows, !presentation.usesEmoji
    else { return false }
    return cars(of: store).contains { !presentation[$0.productID].picture.isEmpty }
  }

  /// The cars on their road; `nil` if they are a list.
  var garage: Garage? {
    guard hasGarage, let store else { return nil }
    let bays = cars(of: store).map { bay(of: $0.productID, in: store) }
    return Garage(bays, selected: chosenCar, columns: placeArea.size.columns)
  }

  /// The minimum height of a screen with the garage, fuel and a plan.
  private static let garageRows = 21

  private func bay(of id: String, in store: Store) -> Garage.Bay {
    Garage.Bay(
      id: id, name: store.name(of: id), picture: presentation[id].picture.withoutMargins,
      note: note(on: id, in: store))
  }

  /// The words on the road below a car that has changed by itself.
  private func note(on id: String, in store: Store) -> String {
    guard updatedProducts.contains(id) else { return "" }
    return store.state(of: id) == .revoked ? " refunded \(Glyphs.refunded) " : " (updated) "
  }

  /// The selected car.
  ///
  /// It does not read the targets, because they depend on the garage.
  private var chosenCar: String? {
    guard case .product(let id) = selections[.tab(.cars)] else { return nil }
    return id
  }

  /// Whether My Cars ends with a row that opens the shop.
  ///
  /// With a garage, only the first line does.
  var offersShopRow: Bool { !hasGarage }

  /// The rows of My Cars: the buttons of the cards, the cars beside or below each other, then passes
  /// and plans.
  func garageGrid(of store: Store) -> [[Target]] {
    let cars = cars(of: store).map { Target.product($0.productID) }
    let carRows = hasGarage ? [cars] : cars.map { [$0] }
    let services = services(of: store).filter { !cars.contains($0) }.map { [$0] }
    return repairs(in: store) + (cars.isEmpty ? [] : carRows) + services
      + (offersShopRow ? [[.shop]] : [])
  }

  /// Passes and plans that give access, or would after a payment.
  private func services(of store: Store) -> [Target] {
    let ids =
      (store.owned(.nonRenewable) + store.plansWithoutStatus).map(\.productID)
      + store.subscriptions.filter(\.status.grantsAccess).map(\.productID)
      + store.subscriptions.filter(\.status.isPaused).map(\.productID)
    var seen: Set<String> = []
    return ids.filter { seen.insert($0).inserted }.map { .product($0) }
  }

  /// The keys that drive the selected car of the garage.
  func driving(in store: Store) -> [Command] {
    guard tab == .cars, let selectedProduct else { return [] }
    return drives(of: selectedProduct, in: store)
  }
}

extension [String] {
  /// The place of a purchase in this order; those that are no longer sold come last.
  fileprivate func place(of owned: Owned) -> (Int, String) {
    (firstIndex(of: owned.productID) ?? count, owned.productID)
  }
}

extension [String] {
  /// Rows of equal length without the columns that are blank in all of them at both sides.
  fileprivate var withoutMargins: [String] {
    let starts = compactMap { row in row.firstIndex { $0 != " " }.map { index(of: $0, in: row) } }
    let ends = compactMap { row in row.lastIndex { $0 != " " }.map { index(of: $0, in: row) } }
    guard let start = starts.min(), let end = ends.max() else { return self }
    return map { String($0.dropFirst(start).prefix(end - start + 1)) }
  }

  private func index(of index: String.Index, in row: String) -> Int {
    row.distance(from: row.startIndex, to: index)
  }
}
