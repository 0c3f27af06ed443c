import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// The actions of a run of one or more scenarios, in their order.
///
/// It is decided before anything happens, so a scenario with an error changes nothing.
struct ScenarioPlan: Hashable, Sendable {
  /// A customer of a scenario, and the account that this run makes for them.
  struct Customer: Hashable, Sendable {
    var name: String
    var account: String
  }

  private(set) var customers: [Customer] = []
  private(set) var actions: [ScenarioAction] = []
  /// The commands that restore the store's settings, even if the run fails.
  private(set) var ending: [OperatorCommand] = []

  /// Plans a run.
  ///
  /// - Parameters:
  ///   - scenarios: They are played one after the other.
  ///   - taken: The names of the store's accounts. A customer whose name is taken gets the first free one
  ///     of `ann-2`, `ann-3`, and so on.
  ///   - now: The store's time.
  ///   - rules: The store's rules before the run.
  ///   - makeUUID: Returns a new random UUID.
  /// - Throws: ``ScenarioError`` if a name is repeated or unknown, or if a step is unclear.
  init(
    _ scenarios: [Scenario], besides taken: Set<String>, at now: Date, rules: StoreRules,
    makeUUID: () -> UUID
  ) throws(ScenarioError) {
    var names = taken.union([StoreAccount.usualLocalName])
    var now = now
    for scenario in scenarios {
      try scenario.check()
      let accounts = scenario.accounts(besides: &names)
      customers += accounts
      for step in scenario.steps {
        actions += step.moves(from: &now)
        actions += try step.actions(of: accounts, makeUUID)
      }
    }
    if scenarios.contains(where: \.setsGracePeriod) { ending = [.restoreGracePeriod(of: rules)] }
  }
}

extension Scenario {
  fileprivate func check() throws(ScenarioError) {
    var names: Set<String> = []
    for name in customers where !names.insert(name).inserted {
      throw .repeatedCustomer(name: name)
    }
    if let index = steps.firstIndex(where: { !$0.isClear }) { throw .unclearStep(index) }
  }

  /// Returns the accounts of the customers, whose names are taken from then on.
  fileprivate func accounts(besides taken: inout Set<String>) -> [ScenarioPlan.Customer] {
    var accounts: [ScenarioPlan.Customer] = []
    for name in customers {
      var (account, number) = (name, 1)
      while !taken.insert(account).inserted {
        number += 1
        account = "\(name)-\(number)"
      }
      accounts.append(ScenarioPlan.Customer(name: name, account: account))
    }
    return accounts
  }

  fileprivate var setsGracePeriod: Bool {
    steps.contains { if case .setGracePeriod = $0.command { true } else { false } }
  }
}

extension Scenario.Step {
  /// Returns the moves of the clock; `now` is its time, before and after them.
  fileprivate func moves(from now: inout Date) -> [ScenarioAction] {
    if let after {
      now = after.added(to: now) ?? now
      return [.control(.advance(move: .by(after)))]
    }
    guard let date, date > now else { return [] }
    now = date
    return [.control(.advance(move: .to(date)))]
  }

  fileprivate func actions(
    of customers: [ScenarioPlan.Customer], _ makeUUID: () -> UUID
  ) throws(ScenarioError) -> [ScenarioAction] {
    if let control { return [.control(control)] }
    guard let command else { return [] }
    return [try command.action(of: customers, makeUUID)]
  }
}

extension OperatorCommand {
  fileprivate static func restoreGracePeriod(of rules: StoreRules) -> OperatorCommand {
    .setGracePeriod(
      gracePeriod: rules.gracePeriod, renewalType: rules.gracePeriodRenewalType)
  }
}
