import TerminalUI

/// What a key does.
///
/// Keys, footer and help are made from the same table.
struct Command {
  let binding: KeyBinding
  let action: Action

  init(
    _ keys: Key..., label: String, action: Action, disabledReason: String? = nil
  ) {
    binding = KeyBinding(keys: keys, label: label, disabledReason: disabledReason)
    self.action = action
  }

  enum Action: Equatable {
    case move, open, buy(Buy), lookBack, restore, retry, go(Demo.Tab), close, neighbour
    case amount(ClosedRange<Int>), drive(String), quit, nothing
  }
}

extension Demo {
  /// What can be done now, in the order of the footer, and what cannot with its reason.
  var commands: [Command] {
    guard let store else { return launchCommands }
    return detail.map { detailCommands(of: $0, in: store) } ?? placeCommands(in: store)
  }

  private var quit: Command { Command(.character("q"), label: "quit", action: .quit) }

  private var choose: Command { Command(.up, .down, label: "choose", action: .move) }

  private var chooseAround: Command {
    Command(.up, .down, .left, .right, label: "choose", action: .move)
  }

  private var launchCommands: [Command] {
    let reason = lastSeen == nil ? "nothing has been seen on this device yet" : nil
    return [
      Command(.enter, label: "show what you own", action: .lookBack, disabledReason: reason), quit,
    ]
  }

  private func placeCommands(in store: Store) -> [Command] {
    let open = Command(.enter, label: selection == .shop ? "shop" : "details", action: .open)
    let buying = selectedProduct.map { buyCommands(of: $0) } ?? []
    let retry = store.productFailure == nil && store.offlineSince == nil ? [] : [retryCommand]
    switch tab {
    case .cars:
      let other = Command(.character("s"), label: "shop", action: .go(.shop))
      return retry + [choose, openAction(open), other, quit] + restoring
    case .shop:
      let other = Command(.character("m"), label: "my cars", action: .go(.cars))
      return retry + buying + [chooseAround, openAction(open), other, quit] + restoring
        + [other.also(.escape)]
    }
  }

  /// Enter does what stands in the selected row.
  private func openAction(_ open: Command) -> Command {
    switch selection {
    case .restore: restoring.first?.also(.enter) ?? open
    case .retry: retryCommand.also(.enter)
    default: open
    }
  }

  private func detailCommands(of id: String, in store: Store) -> [Command] {
    let buying = buyCommands(of: id)
    let amounts = personalised?.offer(of: id).buy?.quantities ?? 1...1
    let amount =
      amounts.count < 2
      ? []
      : [
        Command(.up, .down, label: "quantity", action: .amount(amounts))
      ]
    return buying + amount + drives(id, in: store) + [
      Command(.left, .right, label: "next", action: .neighbour),
      Command(.escape, label: "back", action: .close), quit,
    ]
  }

  /// One key for each fuel, on the page of a car that is owned.
  private func drives(_ id: String, in store: Store) -> [Command] {
    guard personalised != nil, store.product(id)?.kind == .nonConsumable,
      store.state(of: id) == .purchased
    else { return [] }
    return zip(1..., store.fuel.prefix(9)).map { number, fuel in
      let isEmpty = fuel[in: self.fuel] == 0
      return Command(
        .character(Character("\(number)")), label: "drive on \(fuel.displayName)",
        action: .drive(fuel.id), disabledReason: isEmpty ? "the tank is empty" : nil)
    }
  }

  /// No key at all before the launch is done; afterwards a key, or the reason why it is off.
  private func buyCommands(of id: String) -> [Command] {
    guard let personalised else { return [] }
    switch personalised.offer(of: id) {
    case .buy(let buy):
      return [
        Command(
          .character("b"), label: buy.label(quantity: quantity), action: .buy(buy),
          disabledReason: busyReason)
      ]
    case .withheld(let reason):
      return [Command(.character("b"), label: "buy", action: .nothing, disabledReason: reason)]
    }
  }

  private var restoring: [Command] {
    guard personalised != nil else { return [] }
    return [
      Command(
        .character("r"), label: "restore", action: .restore, disabledReason: busyReason)
    ]
  }

  private var retryCommand: Command {
    Command(.character("t"), label: "try again", action: .retry, disabledReason: busyReason)
  }

  private var busyReason: String? {
    switch activity {
    case .buying(let name): "the purchase of \(name) is under way"
    case .restoring: "Restore Purchases is under way"
    case .loading: "the shop is being loaded"
    case nil: nil
    }
  }
}

extension Command {
  /// The same action under another key.
  fileprivate func also(_ key: Key) -> Command {
    Command(
      key, label: binding.label, action: action, disabledReason: binding.disabledReason)
  }
}

extension ProductRow {
  /// How much of this fuel is in a tank.
  subscript(in tank: [String: Int]) -> Int { tank[id] ?? 0 }
}

extension Buy {
  func label(quantity: Int) -> String {
    quantity > 1 ? "buy \(quantity) × \(product.displayPrice)" : label
  }
}
