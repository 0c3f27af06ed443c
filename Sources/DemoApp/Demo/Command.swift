import TerminalUI

/// The action of a key.
///
/// Keys, footer, help and command line are made from the same table.
struct Command {
  let binding: KeyBinding
  let action: Action

  /// - Parameters:
  ///   - keys: The keys, as the footer names them.
  ///   - alternatives: Other keys that do the same, which only the help names.
  ///   - label: A few words.
  ///   - group: The kind of action.
  ///   - action: The action.
  ///   - disabledReason: The reason why the keys are disabled; `nil` while they are enabled.
  init(
    _ keys: Key..., alternatives: [Key] = [], label: String, group: KeyGroup = .action,
    action: Action, disabledReason: String? = nil
  ) {
    binding = KeyBinding(
      keys: keys, alternatives: alternatives, label: label, group: group,
      disabledReason: disabledReason)
    self.action = action
  }

  init(binding: KeyBinding, action: Action) {
    (self.binding, self.action) = (binding, action)
  }

  enum Action: Equatable {
    case move, open, buy(Buy), restore, retry, go(Demo.Tab), nextPlace, close, neighbour
    case scroll, amount(ClosedRange<Int>), drive(String), fuelStore, plan(PlanAction), redeem, quit
    case refund(UInt64), copy(UInt64), filter, showAll, nothing
  }

  /// The same action under Enter.
  var onEnter: Command {
    Command(
      .enter, label: binding.label, group: .opening, action: action,
      disabledReason: binding.disabledReason)
  }
}

extension [Command] {
  /// The command of a key: an enabled one if there is one, and one that the footer names before one
  /// that has the key as an alternative.
  func command(for key: Key) -> Command? {
    let enabled = filter(\.binding.isEnabled)
    return enabled.first { $0.binding.keys.contains(key) }
      ?? enabled.first { $0.binding.has(key) } ?? first { $0.binding.has(key) }
  }
}
