import TerminalUI

// Commands that the customer may want but that are disabled now. Each says why.
extension Demo {
  /// Adds the commands that are wanted on every screen and have no key here, disabled.
  ///
  /// It adds none before the launch has ended, because no screen offers a purchase then. It adds none
  /// whose key moves the selection here, because a press on it would not give the reason.
  func withUnavailable(_ commands: [Command]) -> [Command] {
    guard let store = launchResult?.store else { return commands }
    let missing = Self.wanted.filter { name in
      !commands.contains { $0.binding.has(keys.key(name)) }
    }
    return commands
      + missing.compactMap { name in
        reasonNotTo(name, in: store).map { unavailable(name, $0) }
      }
  }

  func unavailable(_ name: CommandName, _ reason: String) -> Command {
    Command(keys.key(name), label: name.title, action: .nothing, disabledReason: reason)
  }

  /// The answer to a key that does nothing now; `nil` for a key that never does anything.
  func answer(to key: Key) -> Notice? {
    guard store != nil else { return nil }
    let reason =
      commands.command(for: key)?.binding.disabledReason
      ?? (launchResult == nil && isWanted(key) ? Self.isStillChecked : nil)
    return reason.map { Notice(.attention, "Not now: \($0).") }
  }

  private func isWanted(_ key: Key) -> Bool {
    (Self.wanted + [.restore, .redeem]).contains { keys.key($0) == key }
  }

  /// The commands that a customer may look for anywhere.
  private static let wanted: [CommandName] = [
    .buy, .changePlan, .fixPayment, .answerPrice, .refund, .retry,
  ]

  /// The reason why a command has no key here, as the end of a sentence.
  private func reasonNotTo(_ name: CommandName, in store: Store) -> String? {
    switch name {
    case .buy: selectedProduct == nil ? "choose a product first" : "press enter to see it first"
    case .changePlan: "you have no plan to change"
    case .fixPayment: "no payment has failed"
    case .answerPrice: "no new price waits for an answer"
    case .refund: reasonNotToRefund
    case .retry: "everything is loaded"
    default: nil
    }
  }

  /// Whether the key of a refund moves the selection here.
  var refundKeyMoves: Bool {
    launchResult != nil && !commands.contains { $0.binding.keys.contains(keys.key(.refund)) }
  }

  /// The reason why no refund can be requested here; `nil` if one can.
  var reasonNotToRefund: String? {
    guard tab == .history, detail == nil, let selectedEntry else {
      return "choose a purchase in the history first"
    }
    let owned = selectedEntry.purchase.owned
    if owned.isFamilyShared { return "a family member has bought it" }
    return owned.revocationDate == nil ? nil : "it was refunded"
  }
}
