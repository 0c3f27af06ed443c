import Foundation
import StoreAPI
import StoreOperatorAPI

/// Customers, and the dated commands that bring them into their states.
///
/// Each run makes new customers, so a scenario can be played again in the same store. In JSON:
///
/// ```json
/// {
///   "customers": ["ann"],
///   "steps": [
///     {"command": {"buy": {"customer": "ann", "productID": "subscription.pro"}}},
///     {"after": "P1M", "control": {"setRenewalsFail": {"isOn": true}}}
///   ]
/// }
/// ```
struct Scenario: Codable, Hashable, Sendable {
  /// The names of the customers in the steps.
  var customers: [String]
  /// The commands, in their order.
  var steps: [Step]

  /// A move of the store's clock, a command after it, or both.
  struct Step: Codable, Hashable, Sendable {
    /// The duration by which the clock is moved forward first.
    var after: CalendarDuration?
    /// The date to which the clock is moved first, unless it is past.
    var date: Date?
    /// A command about a customer of the scenario, or the store's grace period.
    var command: ScenarioCommand?
    /// Any other command of the store's operator.
    var control: OperatorCommand?
  }

  init(customers: [String], steps: [Step]) {
    (self.customers, self.steps) = (customers, steps)
  }

  /// Creates a scenario that does not move the clock.
  init(customers: [String], commands: [ScenarioCommand]) {
    self.init(customers: customers, steps: commands.map { Step(command: $0) })
  }
}

extension Scenario.Step {
  /// Whether it has at most one date and one command, and at least one of them.
  var isClear: Bool {
    let hasOneDate = after == nil || date == nil
    let hasOneCommand = command == nil || control == nil
    let isEmpty = after == nil && date == nil && command == nil && control == nil
    return hasOneDate && hasOneCommand && !isEmpty
  }
}
