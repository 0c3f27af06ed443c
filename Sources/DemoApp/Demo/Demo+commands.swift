import TerminalUI

extension Demo {
  /// All commands, the most wanted first; a disabled one has its reason.
  var commands: [Command] {
    guard let store else { return launchCommands }
    if isTypingFilter { return filterCommands }
    if isFuelStoreOpen { return withUnavailable(fuelStoreCommands) }
    let commands = detail.map { detailCommands(of: $0, in: store) } ?? placeCommands(in: store)
    return withUnavailable(commands)
  }

  private var quit: Command {
    Command(keys.key(.quit), label: CommandName.quit.title, group: .quitting, action: .quit)
  }

  private var launchCommands: [Command] {
    [quit]
  }

  private func placeCommands(in store: Store) -> [Command] {
    let retry = store.loadingFailure == nil && store.offlineSince == nil ? [] : [retryCommand]
    let isAboutPlans = tab == .account || selectedProduct.map(store.isOwnPlan) == true
    let managing = managementCommands(isAboutPlans ? .action : .standing)
    return retry + paymentCommands + buying(in: store) + (isAboutPlans ? managing : []) + choosing
      + opening + refunding + historyCommands + [nextPlace] + otherPlaces + [quit] + restoring
      + redeeming + fuelStore(in: store) + driving(in: store) + (isAboutPlans ? [] : managing)
  }

  /// Buys the selected product.
  ///
  /// On My Cars, only a product that is offered again after its end can be bought; others on their page.
  private func buying(in store: Store) -> [Command] {
    guard let id = selectedProduct else { return [] }
    let commands = buyCommands(of: id)
    let isOffered = tab != .cars || store.winBacks.contains { $0.productID == id }
    return isOffered ? commands : commands.filter { !$0.binding.isEnabled }
  }

  private var choosing: [Command] {
    let isHistory = tab == .history
    let count = isHistory ? historyCount : targets.count
    guard count > 1 else { return [] }
    return [choosing(tab == .shop || hasGarage ? [.up, .down, .left, .right] : [.up, .down])]
  }

  /// Moves the selection by a row, by a page and to both ends.
  func choosing(_ arrows: [Key]) -> Command {
    // In the history, g asks for a refund.
    let others = Key.listMovement.filter { key in
      !arrows.contains(key) && !(tab == .history && key == .character("g"))
    }
    return Command(
      binding: KeyBinding(keys: arrows, alternatives: others, label: "choose", group: .movement),
      action: .move)
  }

  /// Enter does what the selected row says.
  private var opening: [Command] {
    switch selection {
    case .restore: restoring.map(\.onEnter)
    case .retry: [retryCommand.onEnter]
    case .shop: [Command(.enter, label: "shop", group: .opening, action: .open)]
    case .repair(let repair): repairing(repair)
    case .product: [details]
    case nil where tab == .history && selectedEntry != nil: [details]
    case nil: []
    }
  }

  private var details: Command {
    Command(.enter, label: "details", group: .opening, action: .open)
  }

  func fuelStore(in store: Store) -> [Command] {
    guard !store.fuel.isEmpty else { return [] }
    return [
      Command(
        keys.key(.fuel), label: presentation.texts[.refillKey], group: .opening,
        action: .fuelStore, disabledReason: earlyReason)
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
          keys.key(.buy), label: buy.label(quantity: amount), action: .buy(buy),
          disabledReason: busyReason)
      ]
    case .withheld(let reason): return [unavailable(.buy, reason)]
    }
  }

  var restoring: [Command] {
    [
      Command(
        keys.key(.restore), label: CommandName.restore.title, group: .standing, action: .restore,
        disabledReason: earlyReason ?? busyReason)
    ]
  }

  var redeeming: [Command] {
    [
      Command(
        keys.key(.redeem), label: CommandName.redeem.title, group: .standing, action: .redeem,
        disabledReason: earlyReason ?? store?.reasonNotToSheet ?? busyReason)
    ]
  }

  private var retryCommand: Command {
    Command(
      keys.key(.retry), label: CommandName.retry.title, action: .retry,
      disabledReason: busyReason)
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

extension Buy {
  fileprivate func label(quantity: Int) -> String {
    quantity > 1 ? "buy \(quantity) × \(product.displayPrice)" : label
  }
}
