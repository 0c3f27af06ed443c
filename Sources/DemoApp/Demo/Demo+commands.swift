import TerminalUI

/// The action of a key.
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
    case move, open, buy(Buy), lookBack, restore, retry, go(Demo.Tab), close, neighbour, scroll
    case amount(ClosedRange<Int>), drive(String), fuelStore, plan(PlanAction), redeem, quit, nothing
    case refund(UInt64)
  }
}

extension Demo {
  /// All commands in the order of the footer; a disabled one has its reason.
  var commands: [Command] {
    guard let store else { return launchCommands }
    if isFuelStoreOpen { return fuelStoreCommands }
    return detail.map { detailCommands(of: $0, in: store) } ?? placeCommands(in: store)
  }

  var quit: Command { Command(.character("q"), label: "quit", action: .quit) }

  private var launchCommands: [Command] {
    let reason = lastSeen == nil ? "this device has no earlier state to show" : nil
    return [
      Command(.enter, label: "show what you own", action: .lookBack, disabledReason: reason), quit,
    ]
  }

  private func placeCommands(in store: Store) -> [Command] {
    let retry = store.loadingFailure == nil && store.offlineSince == nil ? [] : [retryCommand]
    let buying =
      selectedProduct.map { id in
        tab == .cars && !store.winBacks.contains { $0.productID == id } ? [] : buyCommands(of: id)
      } ?? []
    let managing = managementCommands
    let isAccount = tab == .account
    return retry + paymentCommands + buying + (isAccount ? managing : []) + choosing + opening
      + refunding + otherPlaces + [quit] + restoring + redeeming + fuelStore(in: store)
      + [nextPlace]
      + (isAccount ? [] : managing)
  }

  private var choosing: [Command] {
    let count = tab == .history ? history?.entries.count ?? 0 : targets.count
    guard count > 1 else { return [] }
    return tab == .shop
      ? [Command(.up, .down, .left, .right, label: "choose", action: .move)]
      : [Command(.up, .down, label: "choose", action: .move)]
  }

  /// Enter does what the selected row says.
  private var opening: [Command] {
    switch selection {
    case .restore: restoring.map { $0.also(.enter) }
    case .retry: [retryCommand.also(.enter)]
    case .shop: [Command(.enter, label: "shop", action: .open)]
    case .product: [Command(.enter, label: "details", action: .open)]
    case nil where tab == .history && selectedEntry != nil:
      [Command(.enter, label: "details", action: .open)]
    case nil: []
    }
  }

  /// One key for each place, for a page over a place.
  var places: [Command] { Tab.allCases.map { command(to: $0) } }

  /// One key for each of the other places; escape goes to My Cars.
  private var otherPlaces: [Command] {
    let others = Tab.allCases.filter { $0 != tab }.map { command(to: $0) }
    return others + (tab == .cars ? [] : [command(to: .cars).also(.escape)])
  }

  private var nextPlace: Command {
    let index = Tab.allCases.firstIndex(of: tab) ?? 0
    let next = Tab.allCases[(index + 1) % Tab.allCases.count]
    let command = command(to: launchResult == nil && next == .account ? .cars : next)
    return Command(.tab, label: "next screen", action: command.action)
  }

  private func command(to tab: Tab) -> Command {
    let isEarly = launchResult == nil && (tab == .account || tab == .history)
    return Command(
      .character(tab.key), label: title(of: tab).lowercased(), action: .go(tab),
      disabledReason: isEarly ? "what you own is still being checked" : nil)
  }

  func fuelStore(in store: Store) -> [Command] {
    guard launchResult != nil, !store.fuel.isEmpty else { return [] }
    return [
      Command(.character("f"), label: presentation.texts[.refillKey], action: .fuelStore)
    ]
  }

  /// No key before the launch has ended; afterwards the key, or the reason why it is disabled.
  func buyCommands(of id: String) -> [Command] {
    guard let launchResult else { return [] }
    switch launchResult.availability(of: id) {
    case .buy(let buy):
      let amount = detail == nil || isFuelStoreOpen ? 1 : quantity
      return [
        Command(
          .character("b"), label: buy.label(quantity: amount), action: .buy(buy),
          disabledReason: busyReason)
      ]
    case .withheld(let reason):
      return [Command(.character("b"), label: "buy", action: .nothing, disabledReason: reason)]
    }
  }

  private var restoring: [Command] {
    guard launchResult != nil else { return [] }
    return [
      Command(
        .character("r"), label: "restore", action: .restore, disabledReason: busyReason)
    ]
  }

  var redeeming: [Command] {
    guard offersSheets else { return [] }
    return [
      Command(
        .character("e"), label: "redeem a code", action: .redeem, disabledReason: busyReason)
    ]
  }

  private var retryCommand: Command {
    Command(.character("t"), label: "try again", action: .retry, disabledReason: busyReason)
  }

  var busyReason: String? {
    switch activity {
    case .buying(let name): "the purchase of \(name) is in progress"
    case .restoring: "Restore Purchases is in progress"
    case .loading: "the shop is being loaded"
    case .sheet: "the App Store's sheet is open"
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

extension Buy {
  fileprivate func label(quantity: Int) -> String {
    quantity > 1 ? "buy \(quantity) × \(product.displayPrice)" : label
  }
}

extension Demo {
  /// A place as the first line and the help name it.
  func title(of tab: Tab) -> String {
    switch tab {
    case .cars: presentation.texts[.home]
    case .shop: "Shop"
    case .account: "Account"
    case .history: "History"
    }
  }
}

extension Demo.Tab {
  fileprivate var key: Character {
    switch self {
    case .cars: "m"
    case .shop: "s"
    case .account: "a"
    case .history: "h"
    }
  }
}
