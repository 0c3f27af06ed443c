import TerminalUI

// The buttons of the attention cards.
extension Demo {
  /// The buttons of the cards above the present place, one in each row.
  func repairs(in store: Store) -> [[Target]] {
    store.attentions.flatMap(\.buttons).map { [.repair($0.repair)] }
  }

  /// The repair whose button is selected.
  var selectedRepair: Repair? {
    guard detail == nil, !isFuelStoreOpen, case .repair(let repair) = selection else { return nil }
    return repair
  }

  /// Enter does what the selected button says; so does the key of a purchase.
  func repairing(_ repair: Repair) -> [Command] {
    let reason = reasonNotToRepair(repair)
    switch repair {
    case .plan(let action, _):
      return [
        Command(.enter, label: action.label, action: .plan(action), disabledReason: reason)
      ]
    case .buy(let id):
      let buying = buyCommands(of: id)
      guard let buy = buying.first(where: { $0.binding.isEnabled }) else {
        return buying
          + [Command(.enter, label: "come back", action: .nothing, disabledReason: reason)]
      }
      return buying + [Command(.enter, label: buy.binding.label, action: buy.action)]
    }
  }

  /// The reason why a button does nothing now, as the end of a sentence; `nil` if it works.
  func reasonNotToRepair(_ repair: Repair) -> String? {
    guard let launchResult else { return Self.isStillChecked }
    switch repair {
    case .plan: return launchResult.store.reasonNotToSheet ?? busyReason
    case .buy(let id):
      guard case .withheld(let reason) = launchResult.availability(of: id) else {
        return busyReason
      }
      return reason
    }
  }

  /// The reason why nothing can be bought or changed before the launch has ended.
  static let isStillChecked = "what you own is still being checked"

  /// That reason; `nil` once the launch has ended.
  var earlyReason: String? { launchResult == nil ? Self.isStillChecked : nil }
}
