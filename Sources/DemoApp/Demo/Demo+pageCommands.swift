import OpenStoreKit
import TerminalUI

// The keys of the pages that open over a place: a product's page and the fuel store.
extension Demo {
  func detailCommands(of id: String, in store: Store) -> [Command] {
    paymentCommands + buyCommands(of: id) + amount(of: id) + scrolling(of: id)
      + drives(id, in: store) + [
        Command(.left, .right, label: "next", action: .neighbour),
        Command(.escape, label: "back", action: .close),
      ] + places + [quit] + redeeming + managementCommands
  }

  private func amount(of id: String) -> [Command] {
    let amounts = amounts(of: id)
    guard amounts.count > 1 else { return [] }
    return [Command(.up, .down, label: "quantity", action: .amount(amounts))]
  }

  private func amounts(of id: String) -> ClosedRange<Int> {
    launchResult?.availability(of: id).buy?.quantities ?? 1...1
  }

  /// The arrows scroll too, unless they change the quantity.
  private func scrolling(of id: String) -> [Command] {
    guard hiddenRows > 0 else { return [] }
    let letters = Command(.character("j"), .character("k"), label: "scroll", action: .scroll)
    guard amounts(of: id).count == 1 else { return [letters] }
    return [
      Command(
        .up, .down, .character("j"), .character("k"), label: "scroll", action: .scroll)
    ]
  }

  /// One key for each fuel and one for the store, on the page of a car that is owned.
  private func drives(_ id: String, in store: Store) -> [Command] {
    guard launchResult != nil, store.product(id)?.kind == .nonConsumable,
      store.state(of: id) == .purchased, presentation.texts[optional: .drive] != nil
    else { return [] }
    let drives = zip(1..., store.fuel.prefix(9)).map { number, fuel in
      let isEmpty = fuel[in: self.fuel] == 0
      return Command(
        .character(Character("\(number)")), label: "drive on \(fuel.displayName.clipped(to: 12))",
        action: .drive(fuel.id), disabledReason: isEmpty ? "the tank is empty" : nil)
    }
    return drives + fuelStore(in: store)
  }

  var fuelStoreCommands: [Command] {
    let arrows =
      isWide
      ? Command(.left, .right, label: "choose", action: .move)
      : Command(.up, .down, label: "choose", action: .move)
    let buying = selectedProduct.map { buyCommands(of: $0) } ?? []
    return buying + [arrows, Command(.escape, label: "close", action: .close)] + places + [quit]
      + paymentCommands + redeeming + managementCommands
  }
}

extension ProductRow {
  /// The amount of this fuel in a tank.
  subscript(in tank: [String: Int]) -> Int { tank[id] ?? 0 }
}
