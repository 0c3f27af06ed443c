import OpenStoreKit
import TerminalUI

// The keys of the pages that open over a place: a product's page and the fuel store.
extension Demo {
  func detailCommands(of id: String, in store: Store) -> [Command] {
    let driving = drives(of: id, in: store) + fuelStore(in: store)
    let next = Command(.left, .right, label: "next", group: .movement, action: .neighbour)
    let isPlan = store.isOwnPlan(id)
    let managing = managementCommands(isPlan ? .action : .standing)
    return paymentCommands + buyCommands(of: id) + (isPlan ? managing : []) + amount(of: id)
      + scrolling(of: id) + driving + [back, next] + places + restoring + redeeming
      + (isPlan ? [] : managing)
  }

  /// Closes the page.
  ///
  /// The key that quits from a place closes the page too.
  private var back: Command {
    Command(
      .escape, alternatives: [keys.key(.quit)], label: "back", group: .opening, action: .close)
  }

  private func amount(of id: String) -> [Command] {
    let amounts = amounts(of: id)
    guard amounts.count > 1 else { return [] }
    return [Command(.up, .down, label: "quantity", group: .movement, action: .amount(amounts))]
  }

  private func amounts(of id: String) -> ClosedRange<Int> {
    launchResult?.availability(of: id).buy?.quantities ?? 1...1
  }

  /// The arrows scroll too, unless they change the quantity.
  private func scrolling(of id: String) -> [Command] {
    guard hiddenRows > 0 else { return [] }
    let keys: [Key] =
      amounts(of: id).count == 1 ? [.up, .down] : [.character("j"), .character("k")]
    let others = Key.listMovement.filter { ![.up, .down].contains($0) && !keys.contains($0) }
    return [
      Command(
        binding: KeyBinding(
          keys: keys, alternatives: others, label: "scroll", group: .movement, needsScreen: true),
        action: .scroll)
    ]
  }

  /// One key for each fuel; empty unless the customer owns this car.
  func drives(of id: String, in store: Store) -> [Command] {
    guard store.product(id)?.kind == .nonConsumable, store.state(of: id) == .purchased,
      presentation.texts[optional: .drive] != nil
    else { return [] }
    return zip(1..., store.fuel.prefix(9)).map { number, fuel in
      let reason = fuel[in: self.fuel] == 0 ? "the tank is empty" : nil
      return Command(
        .character(Character("\(number)")), label: "drive on \(fuel.displayName.clipped(to: 12))",
        action: .drive(fuel.id), disabledReason: reason ?? earlyReason)
    }
  }

  var fuelStoreCommands: [Command] {
    let buying = selectedProduct.map { buyCommands(of: $0) } ?? []
    return buying + [choosing(isWide ? [.left, .right] : [.up, .down]), back] + places
      + paymentCommands + restoring + redeeming + managementCommands(.standing)
  }
}

extension ProductRow {
  /// The amount of this fuel in a tank.
  subscript(in tank: [String: Int]) -> Int { tank[id] ?? 0 }
}
